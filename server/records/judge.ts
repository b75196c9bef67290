import type { BulkReason } from '#contract/bulk.ts';
import type { Database } from '../db/database.ts';
import { ApiFailure } from '../http/errors.ts';
import { checkValues, type Given } from './checkValues.ts';
import { checkRules } from './complete.ts';
import { lockRecords, readRecords, type WireRecord } from './read.ts';
import { mayChange, type TableBinding } from './tableBinding.ts';
import { applyPatch, changedFields, holds, initialValues, type Patch } from './values.ts';

/** A record that somebody wants to write. */
export interface Wanted {
  /** Null for a new record. */
  id: number | null;
  /** May depend on the current record; of a new one it depends on nothing. */
  patch: Patch | ((current: WireRecord) => Patch);
  /** The version the caller has seen. Without one the record is changed whatever its version. */
  version?: number | undefined;
}

export interface Refused {
  kind: 'refused';
  reason: BulkReason;
  failure: ApiFailure;
  current?: WireRecord | undefined;
}
export type Verdict =
  | { kind: 'new'; values: Patch }
  | { kind: 'changed'; current: WireRecord; patch: Patch }
  | { kind: 'unchanged'; current: WireRecord }
  | Refused;

interface Options {
  /** Keeps the records as they are until the transaction ends; a preview only looks at them. */
  locks: boolean;
  /** Ids that will exist by the time of the write, for a preview. */
  foretold?: ReadonlySet<number> | undefined;
}

/**
 * Decides what would become of each record, in the same way for a save, a bulk edit, an import and their previews:
 * whether it exists, whether the caller may change it, whether the values are valid, and whether they change anything.
 * Writes nothing.
 */
export const judge = async (
  tx: Database,
  binding: TableBinding,
  wanted: readonly Wanted[],
  { locks, foretold }: Options,
): Promise<Verdict[]> => {
  const ids = [...new Set(wanted.flatMap(({ id }) => id ?? []))];
  const read = locks ? lockRecords : readRecords;
  const records = new Map(ids.length > 0 ? (await read(tx, binding, ids)).map(one => [one.id, one]) : []);
  const given = wanted.map(one => givenBy(binding, one, records));
  const toCheck = given.flatMap(one => (isRefused(one) ? [] : [one]));
  const checked = await checkValues(tx, binding, toCheck, foretold);
  return given.map(one => (isRefused(one) ? one : verdictOn(binding, one, checked.get(one.patch))));
};

interface Resolved extends Given {
  current: WireRecord | null;
  version?: number | undefined;
}

export const isRefused = (one: object): one is Refused => 'kind' in one && one.kind === 'refused';

export const refused = (reason: BulkReason, failure: ApiFailure, current?: WireRecord): Refused => ({
  kind: 'refused',
  reason,
  failure,
  current,
});

const givenBy = (
  binding: TableBinding,
  { id, patch, version }: Wanted,
  records: ReadonlyMap<number, WireRecord>,
): Resolved | Refused => {
  const current = id === null ? null : records.get(id);
  if (current === undefined) return refused('absent', new ApiFailure('notFound'));
  if (current === null) {
    const values = typeof patch === 'function' ? {} : patch;
    return { current, isNew: true, patch: initialValues(binding, values) };
  }
  const asked = typeof patch === 'function' ? attempt(() => patch(current)) : patch;
  if (asked instanceof ApiFailure) return refused('invalid', asked, current);
  if (!mayChange(binding, current, asked)) return refused('forbidden', new ApiFailure('forbidden'), current);
  return { current, isNew: false, patch: asked, version };
};

/**
 * A record that already has the values passes whatever its version, because the client may be retrying after a lost
 * response.
 */
const verdictOn = (
  binding: TableBinding,
  { current, version }: Resolved,
  checked: Patch | ApiFailure | undefined,
): Verdict => {
  if (current && version !== undefined && version !== current.version) {
    if (checked && !(checked instanceof ApiFailure) && holds(binding, current, checked))
      return { kind: 'unchanged', current };
    return refused('conflict', new ApiFailure('conflict'), current);
  }
  if (!checked || checked instanceof ApiFailure)
    return refused('invalid', checked ?? new ApiFailure('invalid'), current ?? undefined);
  if (!current) {
    const fault = attempt(() => checkRules(binding, checked));
    return fault instanceof ApiFailure ? refused('invalid', fault) : { kind: 'new', values: checked };
  }
  const changed = changedFields(binding, current, checked);
  if (changed.length === 0) return { kind: 'unchanged', current };
  const fault = attempt(() => checkRules(binding, applyPatch(binding, current, checked), changed));
  return fault instanceof ApiFailure
    ? refused('invalid', fault, current)
    : { kind: 'changed', current, patch: checked };
};

const attempt = <T>(work: () => T): T | ApiFailure => {
  try {
    return work();
  } catch (error) {
    if (error instanceof ApiFailure) return error;
    throw error;
  }
};
