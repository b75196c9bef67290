import type { BulkReason } from '#contract/bulk.ts';
import type { Database } from '../db/database.ts';
import { ApiFailure } from '../http/errors.ts';
import { canHoldAttributes, type Given, type ValueCheck, valueCheck } from './checkValues.ts';
import { checkRules } from './complete.ts';
import { type Existing, findTouched, lockFound, lockInOrder } from './locks.ts';
import { readRecords, type WireRecord } from './readRecords.ts';
import { canEdit, type TableBinding } from './tableBinding.ts';
import { isLinking, linkedBy, ownOf, strengthOf, touchedBesides } from './touched.ts';
import { applyPatch, changedFields, holds, initialValues, type Patch } from './values.ts';

export interface WriteRequest {
  id: number | null;
  /** A function receives the current record, so it is only for existing records. */
  patch: Patch | ((current: WireRecord) => Patch);
  allow?: ((current: WireRecord) => void) | undefined;
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
  /** False for previews, which change nothing. */
  locks: boolean;
  futureIds?: ReadonlySet<number> | undefined;
}

/**
 * Decides the outcome for each record, with the same checks for a save, a bulk edit, an import and their previews:
 * whether it exists, whether the caller may change it, whether the values are valid, and whether they change anything.
 * Writes nothing.
 */
export const decideWrites = async (
  tx: Database,
  binding: TableBinding,
  requests: readonly WriteRequest[],
  { locks, futureIds }: Options,
): Promise<Verdict[]> => {
  const filled = requests.map(one => (one.id === null ? { ...one, patch: initialValues(binding, patchOf(one)) } : one));
  const { given, existing, values } = await (locks ? lockAndRead : readUnlocked)(tx, binding, filled);
  const checked = values.check(given.filter(isResolved), existing, futureIds);
  return given.map(one => (isRefused(one) ? one : verdictOn(binding, one, checked.get(one.patch))));
};

interface Resolved extends Given {
  current: WireRecord | null;
  version?: number | undefined;
}

const isResolved = (one: Resolved | Refused): one is Resolved => !isRefused(one);

export const isRefused = (one: object): one is Refused => 'kind' in one && one.kind === 'refused';

export const refused = (reason: BulkReason, failure: ApiFailure, current?: WireRecord): Refused => ({
  kind: 'refused',
  reason,
  failure,
  current,
});

interface Examined {
  given: readonly (Resolved | Refused)[];
  existing: Existing;
  values: ValueCheck;
}

const readUnlocked = async (
  db: Database,
  binding: TableBinding,
  requests: readonly WriteRequest[],
): Promise<Examined> => {
  const values = await valuesOf(db, binding, requests);
  const given = await readGiven(db, binding, requests);
  return { given, values, existing: await findTouched(db, values.referredBy(given.filter(isResolved))) };
};

/** Locks before it reads what the write depends on, so that the decision still holds when it is written. */
const lockAndRead = async (
  tx: Database,
  binding: TableBinding,
  requests: readonly WriteRequest[],
): Promise<Examined> => {
  const ids = idsOf(requests);
  const patches = requests.map(patchOf);
  const more = await touchedBesides(tx, binding, { ids, patches });
  const values = await valuesOf(tx, binding, requests);
  const own = (some: readonly Patch[]) => ownOf(binding, ids, strengthOf(binding, some));
  if (!more && !requests.some(one => dependsOnStored(binding, one))) {
    const given = requests.map(({ id }, at) => ({ patch: patches[at] ?? {}, isNew: id === null }));
    const linked = given.flatMap(({ patch }) => linkedBy(binding, null, patch));
    const existing = await lockInOrder(tx, [own(patches), ...values.referredBy(given), ...linked]);
    return { values, existing, given: await readGiven(tx, binding, requests) };
  }
  const held = await lockFound(tx, async found => {
    const given = await readGiven(found, binding, requests);
    const resolved = given.filter(isResolved);
    const some = resolved.map(({ patch }) => patch);
    const touched = [
      own(some),
      ...values.referredBy(resolved),
      ...resolved.flatMap(({ current, patch }) => linkedBy(binding, current, patch)),
      ...((await touchedBesides(found, binding, { ids, patches: some })) ?? []),
    ];
    return { given, touched };
  });
  return { ...held, values };
};

const dependsOnStored = (binding: TableBinding, { id, patch }: WriteRequest): boolean =>
  typeof patch === 'function' || (id !== null && isLinking(binding, patch));

const valuesOf = (db: Database, binding: TableBinding, requests: readonly WriteRequest[]): Promise<ValueCheck> =>
  valueCheck(
    db,
    binding,
    requests.some(
      ({ id, patch }) => typeof patch === 'function' || canHoldAttributes(binding, { patch, isNew: id === null }),
    ),
  );

const patchOf = ({ patch }: WriteRequest): Patch => (typeof patch === 'function' ? {} : patch);

const idsOf = (requests: readonly WriteRequest[]): number[] => [...new Set(requests.flatMap(({ id }) => id ?? []))];

const readGiven = async (
  db: Database,
  binding: TableBinding,
  requests: readonly WriteRequest[],
): Promise<(Resolved | Refused)[]> => {
  const records = new Map((await readRecords(db, binding, idsOf(requests))).map(one => [one.id, one]));
  return requests.map(one => givenBy(binding, one, records));
};

const givenBy = (
  binding: TableBinding,
  { id, patch, allow, version }: WriteRequest,
  records: ReadonlyMap<number, WireRecord>,
): Resolved | Refused => {
  if (id === null) return { current: null, isNew: true, patch: patch as Patch };
  const current = records.get(id);
  if (!current) return refused('absent', new ApiFailure('notFound'));
  const resolvedPatch = attempt(() => {
    allow?.(current);
    return typeof patch === 'function' ? patch(current) : patch;
  });
  if (resolvedPatch instanceof ApiFailure) return refused('invalid', resolvedPatch, current);
  if (!canEdit(binding, current, resolvedPatch)) return refused('forbidden', new ApiFailure('forbidden'), current);
  return { current, isNew: false, patch: resolvedPatch, version };
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
