import { type RefObject, useEffect, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { changedFields, writableFields } from '#providers/forms/changes.ts';
import { type FormKeeper, type FormPlace, useFormAutosave } from '#providers/forms/formAutosave.ts';
import type { Definition } from '../engine/types.ts';

type Values = Record<string, unknown>;

/** The part of the autosave that belongs to the form on the screen, for as long as it is there. */
export const useKeeper = (resource: string, record: number | null): { place: FormPlace; keeper: FormKeeper } => {
  const autosave = useFormAutosave();
  const [kept] = useState(() => {
    const place = { resource, record };
    return { place, keeper: autosave.keeper(place) };
  });
  useEffect(() => kept.keeper.close, [kept]);
  return kept;
};

interface AutosaveFormProps {
  definition: Definition;
  keeper: FormKeeper;
  /** What the form started from, with its version where it is a record. */
  baseline: Values;
  /** Is set with the first keystroke after the baseline, and stays so when it is taken back. */
  isTouched?: RefObject<boolean>;
}

/** What of a form the browser keeps: all but passwords. */
const kept = ({ fields }: Definition['collection']): Pick<Definition['collection'], 'fields'> => ({
  fields: Object.fromEntries(Object.entries(fields).filter(([, { isSecret }]) => !isSecret)),
});

/** Keeps what is typed into the form around it. Draws nothing. */
export const AutosaveForm = ({ definition, keeper, baseline, isTouched }: AutosaveFormProps) => {
  const { watch, getValues } = useFormContext();
  const { collection } = definition;
  const start = useRef(baseline);
  // Before the form itself is set to the new baseline: this component stands below it.
  useEffect(() => {
    start.current = baseline;
  }, [baseline]);
  useEffect(() => {
    const { unsubscribe } = watch((_, { type }) => {
      const base = start.current;
      const typed = changedFields(kept(collection), getValues(), base);
      const version = typeof base['version'] === 'number' ? base['version'] : null;
      keeper.keep({ version, base: writableFields(collection, base), typed });
      if (isTouched && (type === 'change' || Object.keys(typed).length > 0)) isTouched.current = true;
    });
    return unsubscribe;
  }, [watch, getValues, collection, keeper, isTouched]);
  return null;
};
