import { isDeepStrictEqual } from 'node:util';
import { and, eq } from 'drizzle-orm';
import { type DraftEntity, pairedFields, revertersOf } from '#contract/drafts.ts';
import { allows } from '#contract/permissions.ts';
import { revertTree } from '../categories/revert.ts';
import type { WireRecord } from '../collections/read.ts';
import { mayWrite } from '../collections/seen.ts';
import { storageOf, within } from '../collections/storage.ts';
import type { Patch } from '../collections/values.ts';
import { change, editRecord } from '../collections/write.ts';
import { draftChanges } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { ApiFailure } from '../errors.ts';
import { revertImage } from '../images/revert.ts';
import { revertMembership, revertOrder } from '../matrices/revert.ts';
import type { Caller } from '../session/caller.ts';
import { changedSince, type Reverted } from './changedSince.ts';
import { seenChanges } from './visible.ts';

interface Asked {
  entity: DraftEntity;
  record_id: number;
  field: string;
  item: string;
}

/**
 * Makes a field, or a pair of one, what it was before a draft: by the ordinary way of writing, with the caller's rights
 * and as a change of theirs.
 * @throws {ApiFailure} 404; 403; 400 when it cannot be what it was any more; 409 with what it is when somebody else changed it since
 */
export const revert = async (deps: Deps, caller: Caller, draftId: number, asked: Asked): Promise<void> => {
  const { entity, record_id, field, item } = asked;
  const [row] = await deps.db
    .select({ before: draftChanges.before, after: draftChanges.after })
    .from(draftChanges)
    .where(
      and(
        eq(draftChanges.draft_id, draftId),
        eq(draftChanges.entity, entity),
        eq(draftChanges.record_id, record_id),
        eq(draftChanges.field, field),
        eq(draftChanges.item, item),
        seenChanges(caller),
      ),
    );
  if (!row) throw new ApiFailure('notFound');
  if (!allows(revertersOf(entity, field) ?? undefined, caller.granted)) throw new ApiFailure('forbidden');
  const by: Deps = { ...deps, by: caller.id };
  const wanted: Reverted = { recordId: record_id, item, ...row };
  if (entity === 'categories') return revertTree(by, field, wanted);
  if (field === pairedFields.images) return revertImage(by, entity, wanted);
  if (field === pairedFields.products)
    return change(by, (tx, changes) => revertMembership(tx, caller, wanted, changes));
  if (field === pairedFields.order) return change(by, (tx, changes) => revertOrder(tx, caller, wanted, changes));
  await revertField(by, caller, entity, field, wanted);
};

const revertField = async (
  deps: Deps,
  caller: Caller,
  resource: Exclude<DraftEntity, 'categories'>,
  field: string,
  wanted: Reverted,
): Promise<void> => {
  const storage = within(storageOf(resource), caller);
  await editRecord(deps, storage, wanted.recordId, record => {
    const patch = wanted.item === '' ? valuePatch(record, field, wanted) : pairPatch(record, field, wanted);
    mayWrite(caller, storage.collection, patch, 'update');
    return patch;
  });
};

const valuePatch = (record: WireRecord, field: string, wanted: Reverted): Patch => {
  const [name = '', ...code] = field.split('.');
  const attribute = code.join('.');
  const current = (attribute ? (record[name] as Patch)[attribute] : record[name]) ?? null;
  if (!isDeepStrictEqual(current, wanted.after)) throw changedSince(wanted, current);
  return attribute ? { [name]: { [attribute]: wanted.before } } : { [name]: wanted.before };
};

/** A list without the pair, or with it as it was. */
const pairPatch = (record: WireRecord, field: string, wanted: Reverted): Patch => {
  const items = record[field] as unknown[];
  const isIt = (one: unknown): boolean => keyOf(one) === wanted.item;
  const found = items.find(isIt);
  const current = found === undefined ? null : valueOf(found);
  if (!isDeepStrictEqual(current, wanted.after)) throw changedSince(wanted, current);
  const others = items.filter(one => !isIt(one));
  return { [field]: wanted.before === null ? others : [...others, pairOf(wanted)] };
};

/** Pairs with a value name what they pair with as `project_id`; any other is the id alone. */
const keyOf = (pair: unknown): string =>
  String(typeof pair === 'object' && pair !== null && 'project_id' in pair ? pair.project_id : pair);

const valueOf = (pair: unknown): unknown => {
  if (typeof pair !== 'object' || pair === null) return pair;
  const { project_id: _, ...value } = pair as Patch;
  return value;
};

const pairOf = ({ item, before }: Reverted): unknown =>
  typeof before === 'object' && before !== null ? { project_id: Number(item), ...before } : before;
