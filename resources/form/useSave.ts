import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useUpdate } from 'react-admin';
import { type Loss, Refused } from '#contract/dataLoss.ts';
import { changedFields, valueOf } from '#providers/forms/changes.ts';
import { isSameValue, threeWay } from '#providers/forms/merge.ts';
import { failureOf, formErrorsOf } from '#providers/http/httpError.ts';
import type { Definition } from '../engine/types.ts';

/** Who changed a record last; null where the server does not know. */
interface ChangedBy {
  id: number;
  name: string;
}

export interface EditedRecord {
  id: number;
  version: number;
  updated_at: string;
  updated_by?: ChangedBy | null;
  [field: string]: unknown;
}
export type FieldErrors = Record<string, string>;
type Values = Record<string, unknown>;

export type SaveOutcome =
  /** `theirs`: what others had changed meanwhile in other fields, and the record by which they did. */
  | { kind: 'saved'; record: EditedRecord; theirs: { names: string[]; record: EditedRecord } | null }
  /** Somebody changed it first; `base` is what both started from. */
  | { kind: 'conflict'; base: Values; theirs: EditedRecord }
  /** Values of other records would be lost by it, and nothing was saved. */
  | { kind: 'costly'; loss: Loss }
  | { kind: 'invalid'; errors: FieldErrors }
  | { kind: 'gone'; error: unknown }
  | { kind: 'failed'; error: unknown };

/**
 * Saves values against the version they were typed over. A 409 is merged: where the changes of others
 * stand in other fields there is one more PUT, else the outcome is the conflict. What this form sent
 * before is its own, also when its answer was lost, and never somebody else's change.
 */
export const useSave = ({ name, collection }: Definition) => {
  const client = useQueryClient();
  const [update] = useUpdate<EditedRecord, Error>();
  /** By field, what was sent since the last answer that said saved. */
  const sent = useRef<Record<string, unknown[]>>({});

  const put = async (values: Values, previous: EditedRecord, acceptedLoss?: number): Promise<EditedRecord> => {
    for (const [field, value] of Object.entries(changedFields(collection, values, previous)))
      sent.current[field] = [...(sent.current[field] ?? []), value];
    const { id, version } = previous;
    const data = { ...values, id, version };
    const saved = await update(
      name,
      { id, data, previousData: previous, meta: { acceptedLoss } },
      { returnPromise: true, mutationMode: 'pessimistic' },
    );
    sent.current = {};
    // It may have left a filter or its place: ra-core writes the record into every list, and calls them new by that.
    void client.invalidateQueries({ queryKey: [name, 'getList'], refetchType: 'none' });
    return saved ?? previous;
  };
  /** The state both started from: a value of theirs that this form sent is where it stands itself. */
  const commonBase = (baseline: EditedRecord, theirs: EditedRecord): Values => {
    const base: Values = { ...baseline };
    for (const [field, values] of Object.entries(sent.current)) {
      const declared = collection.fields[field];
      const now = declared && valueOf(theirs, field, declared);
      if (declared && values.some(value => isSameValue(declared, value, now))) base[field] = now;
    }
    return base;
  };
  const merge = async (
    values: Values,
    baseline: EditedRecord,
    theirs: EditedRecord,
    acceptedLoss?: number,
  ): Promise<SaveOutcome> => {
    const base = commonBase(baseline, theirs);
    const { edits, conflicts, theirs: names } = threeWay(collection, base, theirs, values);
    if (conflicts.length > 0) return { kind: 'conflict', base, theirs };
    const others = names.length > 0 ? { names, record: theirs } : null;
    try {
      const record = Object.keys(edits).length > 0 ? await put({ ...theirs, ...edits }, theirs, acceptedLoss) : theirs;
      sent.current = {};
      return { kind: 'saved', record, theirs: others };
    } catch (error) {
      const outcome = outcomeOf(error);
      return outcome.kind === 'conflict' ? { ...outcome, base } : outcome;
    }
  };

  return async (values: Values, baseline: EditedRecord, acceptedLoss?: number): Promise<SaveOutcome> => {
    try {
      return { kind: 'saved', record: await put(values, baseline, acceptedLoss), theirs: null };
    } catch (error) {
      const outcome = outcomeOf(error);
      return outcome.kind === 'conflict' ? merge(values, baseline, outcome.theirs, acceptedLoss) : outcome;
    }
  };
};

const outcomeOf = (error: unknown): SaveOutcome => {
  const failure = failureOf(error);
  const refused = Refused.safeParse(failure?.result);
  if (refused.success) return { kind: 'costly', loss: refused.data.loss };
  if (failure?.kind === 'conflict' && failure.result)
    return { kind: 'conflict', base: {}, theirs: failure.result as EditedRecord };
  if (failure?.kind === 'notFound') return { kind: 'gone', error };
  const errors = formErrorsOf(error);
  return errors ? { kind: 'invalid', errors } : { kind: 'failed', error };
};
