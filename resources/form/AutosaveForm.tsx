import { type RefObject, useEffect, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { type FormAutosaver, type FormRef, useFormAutosave } from '#providers/forms/formAutosave.ts';
import { pickChangedFields, pickWritableFields } from '#providers/forms/formChanges.ts';
import type { Definition } from '../engine/types.ts';

type FormValues = Record<string, unknown>;

export const useFormAutosaver = (
  resource: string,
  record: number | null,
): { form: FormRef; autosaver: FormAutosaver } => {
  const autosave = useFormAutosave();
  const [state] = useState(() => {
    const form = { resource, record };
    return { form, autosaver: autosave.createAutosaver(form) };
  });
  useEffect(() => state.autosaver.close, [state]);
  return state;
};

interface AutosaveFormProps {
  definition: Definition;
  autosaver: FormAutosaver;
  baseline: FormValues;
  /** Stays set even if the edit is undone. */
  isTouched?: RefObject<boolean>;
}

/** Passwords are never stored in the browser. */
const listStorableFields = ({ fields }: Definition['collection']): Pick<Definition['collection'], 'fields'> => ({
  fields: Object.fromEntries(Object.entries(fields).filter(([, { isSecret }]) => !isSecret)),
});

export const AutosaveForm = ({ definition, autosaver, baseline, isTouched }: AutosaveFormProps) => {
  const { watch, getValues } = useFormContext();
  const { collection } = definition;
  const start = useRef(baseline);
  // Runs before the form resets to the new baseline, because React runs the effects of children first.
  useEffect(() => {
    start.current = baseline;
  }, [baseline]);
  useEffect(() => {
    const { unsubscribe } = watch((_, { type }) => {
      const base = start.current;
      const typedValues = pickChangedFields(listStorableFields(collection), getValues(), base);
      const version = typeof base['version'] === 'number' ? base['version'] : null;
      autosaver.save({ version, base: pickWritableFields(collection, base), typed: typedValues });
      if (isTouched && (type === 'change' || Object.keys(typedValues).length > 0)) isTouched.current = true;
    });
    return unsubscribe;
  }, [watch, getValues, collection, autosaver, isTouched]);
  return null;
};
