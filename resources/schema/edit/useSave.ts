import { useRef, useState } from 'react';
import { useNotify, useUpdate } from 'react-admin';
import { failureOf, formErrorsOf } from '#providers/httpError.ts';
import { useT } from '#providers/i18nProvider.ts';
import { useTellFailure } from '#providers/NoticeGate.tsx';
import type { Definition } from '../types.ts';

export interface EditedRecord {
  id: number;
  version: number;
  updated_at: string;
  [field: string]: unknown;
}
export type FieldErrors = Record<string, string>;

interface SaveOutcome {
  saved?: EditedRecord;
  /** The record as it is now on the server, when somebody changed it since the form was opened. */
  conflict?: EditedRecord;
  errors?: FieldErrors;
}

/**
 * Saves a form pessimistically against the version it was opened with: one write at a time, never
 * repeated by itself. Field errors come back for the fields; a 409 brings the record as it is now.
 */
export const useSave = (definition: Definition) => {
  const t = useT();
  const notify = useNotify();
  const tell = useTellFailure();
  const [update] = useUpdate<EditedRecord, Error>();
  const busy = useRef(false);
  const [isSaving, setSaving] = useState(false);

  const save = async (values: Record<string, unknown>, baseline: EditedRecord): Promise<SaveOutcome> => {
    if (busy.current) return {};
    busy.current = true;
    setSaving(true);
    const { id } = baseline;
    const data = { ...values, id, version: baseline.version };
    try {
      const saved = await update(
        definition.name,
        { id, data, previousData: baseline },
        { returnPromise: true, mutationMode: 'pessimistic' },
      );
      notify(t('shell.saved'), { type: 'success' });
      return saved ? { saved } : {};
    } catch (error) {
      const outcome = outcomeOf(error);
      if (outcome.errors) notify(t('shell.notSaved'), { type: 'error' });
      else if (!outcome.conflict && !tell(error)) throw error;
      return outcome;
    } finally {
      busy.current = false;
      setSaving(false);
    }
  };
  return { save, isSaving };
};

/** Field errors and conflicts go back to the form; everything else is told (§8). */
const outcomeOf = (error: unknown): SaveOutcome => {
  const failure = failureOf(error);
  if (failure?.kind === 'conflict' && failure.result) return { conflict: failure.result as EditedRecord };
  const errors = formErrorsOf(error);
  return errors ? { errors } : {};
};
