import type { BulkErrorReason } from '#contract/bulk.ts';
import { emptyInapplicable, listRuledFields } from '#contract/rules.ts';
import type { Database } from '../db/database.ts';
import { ApiFailure } from '../http/errors.ts';
import { createValueCheck, getExpectedValues, type PatchToCheck, type ValueCheck } from './checkValues.ts';
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
  assertAllowed?: ((current: WireRecord) => void) | undefined;
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
  /** False for previews, because they change nothing. */
  locks: boolean;
  futureIds?: ReadonlySet<number> | undefined;
  /**
   * The fields that the patches name or depend on, so that no other fields are read. Only for resources whose rights
   * and side effects do not depend on stored values.
   */
  fields?: ReadonlySet<string> | undefined;
  /**
   * Whether records that already have the values are left out before the others are locked. For tables that repeat most
   * of what is stored: locking a record takes as long as reading it.
   */
  leavesUnchanged?: boolean | undefined;
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
  { leavesUnchanged = false, ...options }: DecisionOptions,
): Promise<WriteDecision[]> => {
  const existing = leavesUnchanged ? requests.filter(({ id }) => id !== null) : [];
  if (existing.length === 0) return decideAll(tx, binding, requests, options);
  const firstDecisions = await decideAll(tx, binding, existing, { ...options, locks: false });
  const decisions = new Map(
    existing.flatMap((request, index): [WriteRequest, WriteDecision][] => {
      const decision = firstDecisions[index];
      return decision?.kind === 'unchanged' ? [[request, decision]] : [];
    }),
  );
  const others = requests.filter(request => !decisions.has(request));
  const otherDecisions = others.length > 0 ? await decideAll(tx, binding, others, options) : [];
  for (const [index, decision] of otherDecisions.entries()) {
    const request = others[index];
    if (request) decisions.set(request, decision);
  }
  return requests.flatMap(request => decisions.get(request) ?? []);
};

const decideAll = async (
  tx: Database,
  binding: TableBinding,
  requests: readonly WriteRequest[],
  { locks, futureIds, fields }: Omit<DecisionOptions, 'leavesUnchanged'>,
): Promise<WriteDecision[]> => {
  const filledRequests = requests.map(request =>
    request.id === null ? { ...request, patch: getInitialValues(binding, getPatch(request)) } : request,
  );
  const { writes, existing, values } = await (locks ? lockAndRead : readUnlocked)(
    tx,
    binding,
    filledRequests,
    fields && new Set([...fields, ...listRuledFields(binding.collection)]),
  );
  const checkedPatches = values.check(writes.filter(isResolved), existing, futureIds);
  return writes.map(write => (isRefused(write) ? write : decideWrite(binding, write, checkedPatches.get(write.patch))));
};

interface ResolvedWrite extends PatchToCheck {
  current: WireRecord | null;
  version?: number | undefined;
}

const isResolved = (write: ResolvedWrite | RefusedWrite): write is ResolvedWrite => !isRefused(write);

export const isRefused = (decision: object): decision is RefusedWrite =>
  'kind' in decision && decision.kind === 'refused';

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
  writes: readonly (ResolvedWrite | RefusedWrite)[];
  existing: ExistingKeys;
  values: ValueCheck;
}

const readUnlocked = async (
  db: Database,
  binding: TableBinding,
  requests: readonly WriteRequest[],
  fields?: ReadonlySet<string>,
): Promise<ExaminedWrites> => {
  const values = await resolvePatches(db, binding, requests);
  const writes = await readRequested(db, binding, requests, fields);
  return { writes, values, existing: await findTouched(db, values.referredBy(writes.filter(isResolved))) };
};

/** Locks before reading what the write depends on, so that the decision is still valid when it is written. */
const lockAndRead = async (
  tx: Database,
  binding: TableBinding,
  requests: readonly WriteRequest[],
  fields?: ReadonlySet<string>,
): Promise<ExaminedWrites> => {
  const ids = listIds(requests);
  const patches = requests.map(getPatch);
  const otherTouched = await findOtherTouched(tx, binding, { ids, patches });
  const values = await resolvePatches(tx, binding, requests);
  const findOwnTouched = (resolvedPatches: readonly Patch[]) =>
    toTouchedRows(binding, ids, getLockStrength(binding, resolvedPatches));
  if (!otherTouched && !requests.some(writeRequest => dependsOnStored(binding, writeRequest))) {
    const patchesToCheck = requests.map(({ id }, index) => ({ patch: patches[index] ?? {}, isNew: id === null }));
    const linkedRows = patchesToCheck.flatMap(({ patch }) => findLinkedTouched(binding, null, patch));
    const existing = await lockInOrder(tx, [
      findOwnTouched(patches),
      ...values.referredBy(patchesToCheck),
      ...linkedRows,
    ]);
    return { values, existing, writes: await readRequested(tx, binding, requests, fields) };
  }
  const lockedState = await lockUntilStable(tx, async transaction => {
    const writes = await readRequested(transaction, binding, requests, fields);
    const resolvedWrites = writes.filter(isResolved);
    const resolvedPatches = resolvedWrites.map(({ patch }) => patch);
    const touchedRows = [
      findOwnTouched(resolvedPatches),
      ...values.referredBy(resolvedWrites),
      ...resolvedWrites.flatMap(({ current, patch }) => findLinkedTouched(binding, current, patch)),
      ...((await findOtherTouched(transaction, binding, { ids, patches: resolvedPatches })) ?? []),
    ];
    return { writes, touched: touchedRows };
  });
  return { ...lockedState, values };
};

const dependsOnStored = (binding: TableBinding, { id, patch }: WriteRequest): boolean =>
  typeof patch === 'function' || (id !== null && isLinking(binding, patch));

const resolvePatches = (
  db: Database,
  binding: TableBinding,
  requests: readonly WriteRequest[],
): Promise<ValueCheck> => {
  const expected = requests.map(({ id, patch }) =>
    getExpectedValues(binding, typeof patch === 'function' ? null : { patch, isNew: id === null }),
  );
  return createValueCheck(db, binding, {
    hasAttributes: expected.some(({ hasAttributes }) => hasAttributes),
    hasOwnCodes: expected.some(({ hasOwnCodes }) => hasOwnCodes),
  });
};

const getPatch = ({ patch }: WriteRequest): Patch => (typeof patch === 'function' ? {} : patch);

const listIds = (requests: readonly WriteRequest[]): number[] => [...new Set(requests.flatMap(({ id }) => id ?? []))];

const readRequested = async (
  db: Database,
  binding: TableBinding,
  requests: readonly WriteRequest[],
  fields?: ReadonlySet<string>,
): Promise<(ResolvedWrite | RefusedWrite)[]> => {
  const records = new Map(
    (await readRecords(db, binding, listIds(requests), fields)).map(record => [record.id, record]),
  );
  return requests.map(request => resolveWrite(binding, request, records));
};

const resolveWrite = (
  binding: TableBinding,
  { id, patch, assertAllowed, version }: WriteRequest,
  records: ReadonlyMap<number, WireRecord>,
): ResolvedWrite | RefusedWrite => {
  if (id === null) return { current: null, isNew: true, patch: patch as Patch };
  const current = records.get(id);
  if (!current) return createRefusedWrite('absent', new ApiFailure('notFound'));
  const resolvedPatch = tryOrFailure(() => {
    assertAllowed?.(current);
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
  const checkedPatch = checked instanceof ApiFailure ? checked : checked && withEmptied(binding, current, checked);
  if (current && version !== undefined && version !== current.version) {
    if (checkedPatch && !(checkedPatch instanceof ApiFailure) && hasValues(binding, current, checkedPatch))
      return { kind: 'unchanged', current };
    return createRefusedWrite('conflict', new ApiFailure('conflict'), current);
  }
  if (!checkedPatch || checkedPatch instanceof ApiFailure)
    return createRefusedWrite('invalid', checkedPatch ?? new ApiFailure('invalid'), current ?? undefined);
  if (!current) {
    const failure = tryOrFailure(() => checkRules(binding, checkedPatch));
    return failure instanceof ApiFailure
      ? createRefusedWrite('invalid', failure)
      : { kind: 'new', values: checkedPatch };
  }
  const changedFields = listChangedFields(binding, current, checkedPatch);
  if (changedFields.length === 0) return { kind: 'unchanged', current };
  const failure = tryOrFailure(() => checkRules(binding, applyPatch(binding, current, checkedPatch), changedFields));
  return failure instanceof ApiFailure
    ? createRefusedWrite('invalid', failure, current)
    : { kind: 'changed', current, patch: checkedPatch };
};

/**
 * Empties fields that do not apply to the resulting record, so that no kind of write can leave in them what forms do
 * not show. Only if a write changes such a field or the one that decides, so that it changes nothing unasked.
 */
const withEmptied = (binding: TableBinding, current: WireRecord | null, patch: Patch): Patch => {
  const { fields } = binding.collection;
  const emptied = Object.entries(
    emptyInapplicable(binding.collection, current ? applyPatch(binding, current, patch) : patch),
  );
  if (emptied.length === 0) return patch;
  const changedNames = current ? listChangedFields(binding, current, patch) : Object.keys(patch);
  const isChanged = (name: string | undefined) => name !== undefined && changedNames.includes(name);
  const touched = emptied.filter(([name]) => isChanged(name) || isChanged(fields[name]?.when?.field));
  return { ...patch, ...Object.fromEntries(touched) };
};

const tryOrFailure = <T>(operation: () => T): T | ApiFailure => {
  try {
    return operation();
  } catch (error) {
    if (error instanceof ApiFailure) return error;
    throw error;
  }
};
