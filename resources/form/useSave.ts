import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useUpdate } from 'react-admin';
import { type DataLoss, DataLossRefusal } from '#contract/dataLoss.ts';
import type { Editor } from '#contract/editor.ts';
import { getFieldValue, pickChangedFields } from '#providers/forms/formChanges.ts';
import { isSameValue, threeWayMerge } from '#providers/forms/threeWayMerge.ts';
import { findApiError, getFormErrors } from '#providers/http/httpError.ts';
import type { Definition } from '../engine/types.ts';

export interface EditedRecord {
  id: number;
  version: number;
  updated_at: string;
  /** Null when the server has no author for the change. */
  updated_by?: Editor | null;
  [field: string]: unknown;
}
export type FieldErrors = Record<string, string>;
type FormValues = Record<string, unknown>;

export type SaveOutcome =
  | { kind: 'saved'; record: EditedRecord; theirs: { names: string[]; record: EditedRecord } | null }
  | { kind: 'conflict'; base: FormValues; theirs: EditedRecord }
  /** Nothing was saved, because the save would remove values from other records. */
  | { kind: 'costly'; loss: DataLoss }
  | { kind: 'invalid'; errors: FieldErrors }
  | { kind: 'gone'; error: unknown }
  | { kind: 'failed'; error: unknown };

/**
 * Saves values against the version they were based on. On a 409, it merges the changes and sends one more PUT if they
 * concern different fields. Otherwise the outcome is a conflict. Values from this form's own earlier requests never
 * count as other people's changes, even if the response was lost.
 */
export const useSave = ({ name, collection }: Definition) => {
  const client = useQueryClient();
  const [update] = useUpdate<EditedRecord, Error>();
  /** Values sent per field since the last successful save, to recognise our own writes in a 409. */
  const sentValues = useRef<Record<string, unknown[]>>({});

  const saveOnce = async (values: FormValues, previous: EditedRecord, acceptedLoss?: number): Promise<EditedRecord> => {
    for (const [field, value] of Object.entries(pickChangedFields(collection, values, previous)))
      sentValues.current[field] = [...(sentValues.current[field] ?? []), value];
    const { id, version } = previous;
    const data = { ...values, id, version };
    const savedRecord = await update(
      name,
      { id, data, previousData: previous, meta: { acceptedLoss } },
      { returnPromise: true, mutationMode: 'pessimistic' },
    );
    sentValues.current = {};
    // ra-core patches the record into every cached list and marks them fresh, but the record may no longer match a
    // filter or order.
    void client.invalidateQueries({ queryKey: [name, 'getList'], refetchType: 'none' });
    return savedRecord ?? previous;
  };
  /** Stored values that this form has sent count as unchanged, even if the response was lost. */
  const commonBase = (baseline: EditedRecord, theirs: EditedRecord): FormValues => {
    const base: FormValues = { ...baseline };
    for (const [field, values] of Object.entries(sentValues.current)) {
      const declaredField = collection.fields[field];
      const currentValue = declaredField && getFieldValue(theirs, field, declaredField);
      if (declaredField && values.some(value => isSameValue(declaredField, value, currentValue)))
        base[field] = currentValue;
    }
    return base;
  };
  const merge = async (
    values: FormValues,
    baseline: EditedRecord,
    theirs: EditedRecord,
    acceptedLoss?: number,
  ): Promise<SaveOutcome> => {
    const base = commonBase(baseline, theirs);
    const { edits, conflicts, theirs: names } = threeWayMerge(collection, base, theirs, values);
    if (conflicts.length > 0) return { kind: 'conflict', base, theirs };
    const others = names.length > 0 ? { names, record: theirs } : null;
    try {
      const record =
        Object.keys(edits).length > 0 ? await saveOnce({ ...theirs, ...edits }, theirs, acceptedLoss) : theirs;
      sentValues.current = {};
      return { kind: 'saved', record, theirs: others };
    } catch (error) {
      const outcome = toSaveOutcome(error);
      return outcome.kind === 'conflict' ? { ...outcome, base } : outcome;
    }
  };

  return async (values: FormValues, baseline: EditedRecord, acceptedLoss?: number): Promise<SaveOutcome> => {
    try {
      return { kind: 'saved', record: await saveOnce(values, baseline, acceptedLoss), theirs: null };
    } catch (error) {
      const outcome = toSaveOutcome(error);
      return outcome.kind === 'conflict' ? merge(values, baseline, outcome.theirs, acceptedLoss) : outcome;
    }
  };
};

const toSaveOutcome = (error: unknown): SaveOutcome => {
  const failure = findApiError(error);
  const lossRefusal = DataLossRefusal.safeParse(failure?.result);
  if (lossRefusal.success) return { kind: 'costly', loss: lossRefusal.data.loss };
  if (failure?.kind === 'conflict' && failure.result)
    return { kind: 'conflict', base: {}, theirs: failure.result as EditedRecord };
  if (failure?.kind === 'notFound') return { kind: 'gone', error };
  const errors = getFormErrors(error);
  return errors ? { kind: 'invalid', errors } : { kind: 'failed', error };
};
