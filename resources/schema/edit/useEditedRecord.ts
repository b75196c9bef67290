import { type RefObject, useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { changedFields } from '#providers/changes.ts';
import type { Definition } from '../types.ts';
import { type EditedRecord, type FieldErrors, useSave } from './useSave.ts';

interface EditedState {
  form: RefObject<UseFormReturn | null>;
  /** What the form started from; its version goes with a save. */
  baseline: EditedRecord;
  isSaving: boolean;
  /** The record as somebody else saved it first; null while nobody did. */
  conflict: EditedRecord | null;
  submit: (values: Record<string, unknown>) => Promise<FieldErrors | undefined>;
  /** Starts anew from another state of the record, with what was typed on top of it or without. */
  take: (record: EditedRecord, keepMine: boolean) => void;
  closeConflict: () => void;
}

/**
 * The baseline of a form and what moves it: frozen when the form opens, it moves only by the answer to
 * its own save, or when the person takes somebody else's changes. Typed values survive both.
 */
export const useEditedRecord = (definition: Definition, opened: EditedRecord): EditedState => {
  const { collection } = definition;
  const form = useRef<UseFormReturn>(null);
  const kept = useRef<Record<string, unknown>>({});
  const [baseline, setBaseline] = useState(opened);
  const [conflict, setConflict] = useState<EditedRecord | null>(null);
  const { save, isSaving } = useSave(definition);
  const typed = (): Record<string, unknown> => form.current?.getValues() ?? {};

  const moveTo = (record: EditedRecord, edits: Record<string, unknown>) => {
    kept.current = edits;
    setBaseline(record);
  };
  useEffect(() => {
    for (const [name, value] of Object.entries(kept.current))
      form.current?.setValue(name, value, { shouldDirty: true, shouldValidate: true });
    kept.current = {};
  }, [baseline]);

  return {
    form,
    baseline,
    isSaving,
    conflict,
    submit: async values => {
      const outcome = await save(values, baseline);
      if (outcome.conflict) setConflict(outcome.conflict);
      if (outcome.saved) moveTo(outcome.saved, changedFields(collection, typed(), values));
      return outcome.errors;
    },
    take: (record, keepMine) => {
      setConflict(null);
      moveTo(record, keepMine ? changedFields(collection, typed(), baseline) : {});
    },
    closeConflict: () => setConflict(null),
  };
};
