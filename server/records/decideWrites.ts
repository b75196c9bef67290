import type { BulkErrorReason } from '#contract/bulk.ts';
import type { Database } from '../db/database.ts';
import { ApiFailure } from '../http/errors.ts';
import { canHoldAttributes, createValueCheck, type PatchToCheck, type ValueCheck } from './checkValues.ts';
import { checkRules } from './complete.ts';
import { type ExistingKeys, findTouched, lockInOrder, lockUntilStable } from './locks.ts';
import { readRecords, type WireRecord } from './readRecords.ts';
import { canEdit, type TableBinding } from './tableBinding.ts';
import { findLinkedTouched, findOtherTouched, getLockStrength, isLinking, toTouchedRows } from './touched.ts';
import { applyPatch, getInitialValues, hasValues, listChangedFields, type Patch } from './values.ts';

export interface WriteRequest {
  id: number | null;
  /** May be a function of the current record, but only for existing records. */
  patch: Patch | ((current: WireRecord) => Patch);
  allow?: ((current: WireRecord) => void) | undefined;
  version?: number | undefined;
}

export interface RefusedWrite {
  kind: 'refused';
  reason: BulkErrorReason;
  failure: ApiFailure;
  current?: WireRecord | undefined;
}
export type WriteDecision =
  | { kind: 'new'; values: Patch }
  | { kind: 'changed'; current: WireRecord; patch: Patch }
  | { kind: 'unchanged'; current: WireRecord }
  | RefusedWrite;

interface DecisionOptions {
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
  { locks, futureIds }: DecisionOptions,
): Promise<WriteDecision[]> => {
  const filled = requests.map(one =>
    one.id === null ? { ...one, patch: getInitialValues(binding, getPatch(one)) } : one,
  );
  const { given, existing, values } = await (locks ? lockAndRead : readUnlocked)(tx, binding, filled);
  const checked = values.check(given.filter(isResolved), existing, futureIds);
  return given.map(one => (isRefused(one) ? one : decideWrite(binding, one, checked.get(one.patch))));
};

interface ResolvedWrite extends PatchToCheck {
  current: WireRecord | null;
  version?: number | undefined;
}

const isResolved = (one: ResolvedWrite | RefusedWrite): one is ResolvedWrite => !isRefused(one);

export const isRefused = (one: object): one is RefusedWrite => 'kind' in one && one.kind === 'refused';

export const createRefusedWrite = (
  reason: BulkErrorReason,
  failure: ApiFailure,
  current?: WireRecord,
): RefusedWrite => ({
  kind: 'refused',
  reason,
  failure,
  current,
});

interface ExaminedWrites {
  given: readonly (ResolvedWrite | RefusedWrite)[];
  existing: ExistingKeys;
  values: ValueCheck;
}

const readUnlocked = async (
  db: Database,
  binding: TableBinding,
  requests: readonly WriteRequest[],
): Promise<ExaminedWrites> => {
  const values = await resolvePatches(db, binding, requests);
  const given = await readRequested(db, binding, requests);
  return { given, values, existing: await findTouched(db, values.referredBy(given.filter(isResolved))) };
};

/** Locks before reading what the write depends on, so that the decision is still valid when it is written. */
const lockAndRead = async (
  tx: Database,
  binding: TableBinding,
  requests: readonly WriteRequest[],
): Promise<ExaminedWrites> => {
  const ids = listIds(requests);
  const patches = requests.map(getPatch);
  const otherTouched = await findOtherTouched(tx, binding, { ids, patches });
  const values = await resolvePatches(tx, binding, requests);
  const own = (resolvedPatches: readonly Patch[]) =>
    toTouchedRows(binding, ids, getLockStrength(binding, resolvedPatches));
  if (!otherTouched && !requests.some(one => dependsOnStored(binding, one))) {
    const given = requests.map(({ id }, at) => ({ patch: patches[at] ?? {}, isNew: id === null }));
    const linked = given.flatMap(({ patch }) => findLinkedTouched(binding, null, patch));
    const existing = await lockInOrder(tx, [own(patches), ...values.referredBy(given), ...linked]);
    return { values, existing, given: await readRequested(tx, binding, requests) };
  }
  const locked = await lockUntilStable(tx, async found => {
    const given = await readRequested(found, binding, requests);
    const resolved = given.filter(isResolved);
    const resolvedPatches = resolved.map(({ patch }) => patch);
    const touched = [
      own(resolvedPatches),
      ...values.referredBy(resolved),
      ...resolved.flatMap(({ current, patch }) => findLinkedTouched(binding, current, patch)),
      ...((await findOtherTouched(found, binding, { ids, patches: resolvedPatches })) ?? []),
    ];
    return { given, touched };
  });
  return { ...locked, values };
};

const dependsOnStored = (binding: TableBinding, { id, patch }: WriteRequest): boolean =>
  typeof patch === 'function' || (id !== null && isLinking(binding, patch));

const resolvePatches = (db: Database, binding: TableBinding, requests: readonly WriteRequest[]): Promise<ValueCheck> =>
  createValueCheck(
    db,
    binding,
    requests.some(
      ({ id, patch }) => typeof patch === 'function' || canHoldAttributes(binding, { patch, isNew: id === null }),
    ),
  );

const getPatch = ({ patch }: WriteRequest): Patch => (typeof patch === 'function' ? {} : patch);

const listIds = (requests: readonly WriteRequest[]): number[] => [...new Set(requests.flatMap(({ id }) => id ?? []))];

const readRequested = async (
  db: Database,
  binding: TableBinding,
  requests: readonly WriteRequest[],
): Promise<(ResolvedWrite | RefusedWrite)[]> => {
  const records = new Map((await readRecords(db, binding, listIds(requests))).map(one => [one.id, one]));
  return requests.map(one => resolveWrite(binding, one, records));
};

const resolveWrite = (
  binding: TableBinding,
  { id, patch, allow, version }: WriteRequest,
  records: ReadonlyMap<number, WireRecord>,
): ResolvedWrite | RefusedWrite => {
  if (id === null) return { current: null, isNew: true, patch: patch as Patch };
  const current = records.get(id);
  if (!current) return createRefusedWrite('absent', new ApiFailure('notFound'));
  const resolvedPatch = tryOrFailure(() => {
    allow?.(current);
    return typeof patch === 'function' ? patch(current) : patch;
  });
  if (resolvedPatch instanceof ApiFailure) return createRefusedWrite('invalid', resolvedPatch, current);
  if (!canEdit(binding, current, resolvedPatch))
    return createRefusedWrite('forbidden', new ApiFailure('forbidden'), current);
  return { current, isNew: false, patch: resolvedPatch, version };
};

/**
 * A record that already has the values succeeds whatever its version, because the client may be retrying after a lost
 * response.
 */
const decideWrite = (
  binding: TableBinding,
  { current, version }: ResolvedWrite,
  checked: Patch | ApiFailure | undefined,
): WriteDecision => {
  if (current && version !== undefined && version !== current.version) {
    if (checked && !(checked instanceof ApiFailure) && hasValues(binding, current, checked))
      return { kind: 'unchanged', current };
    return createRefusedWrite('conflict', new ApiFailure('conflict'), current);
  }
  if (!checked || checked instanceof ApiFailure)
    return createRefusedWrite('invalid', checked ?? new ApiFailure('invalid'), current ?? undefined);
  if (!current) {
    const fault = tryOrFailure(() => checkRules(binding, checked));
    return fault instanceof ApiFailure ? createRefusedWrite('invalid', fault) : { kind: 'new', values: checked };
  }
  const changed = listChangedFields(binding, current, checked);
  if (changed.length === 0) return { kind: 'unchanged', current };
  const fault = tryOrFailure(() => checkRules(binding, applyPatch(binding, current, checked), changed));
  return fault instanceof ApiFailure
    ? createRefusedWrite('invalid', fault, current)
    : { kind: 'changed', current, patch: checked };
};

const tryOrFailure = <T>(work: () => T): T | ApiFailure => {
  try {
    return work();
  } catch (error) {
    if (error instanceof ApiFailure) return error;
    throw error;
  }
};
