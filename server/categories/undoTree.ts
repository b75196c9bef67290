import { and, eq, inArray } from 'drizzle-orm';
import { channels } from '#contract/events.ts';
import { categoryLimits } from '#contract/limits.ts';
import { categories, trash } from '../db/schema.ts';
import { restoreLinks } from '../drafts/restoreLinks.ts';
import { ApiFailure } from '../http/errors.ts';
import type { RecordedChange } from '../undo/readBatch.ts';
import { readTouchedSince } from '../undo/readTouchedSince.ts';
import { createForbiddenFailure, createGoneFailure, judge, noteBack, noteRefused } from '../undo/tally.ts';
import type { UndoContext } from '../undo/undoContext.ts';
import type { CategoryRow } from './difference.ts';
import { readCategoryRows } from './readTree.ts';
import { bumpTreeVersion, lockTree, writeTreeDifference } from './saveTree.ts';

type ChangesByCategory = ReadonlyMap<number, readonly RecordedChange[]>;

interface DeletedCategory {
  row: CategoryRow;
  batchId: number;
}

/** Puts the trees back in which a batch changed categories: one write per platform, as when a tree is saved. */
export const undoTrees = async (context: UndoContext, changesById: ChangesByCategory): Promise<void> => {
  const { tx, caller, tally } = context;
  if (!caller.grantedSlugs.has('categories.show-list')) {
    for (const [change] of changesById.values()) if (change) noteRefused(tally, change, createForbiddenFailure());
    return;
  }
  const ids = [...changesById.keys()];
  const stored = await tx
    .select({ id: categories.id, platform: categories.platform })
    .from(categories)
    .where(inArray(categories.id, ids));
  const deleted = await tx
    .select({ id: trash.record_id, row: trash.row, batchId: trash.batch_id })
    .from(trash)
    .where(and(eq(trash.entity, 'categories'), inArray(trash.record_id, ids)));
  const platformsById = new Map([
    ...deleted.map(({ id, row }) => [id, String(row['platform'])] as const),
    ...stored.map(({ id, platform }) => [id, platform] as const),
  ]);
  const deletedById = new Map(
    deleted.map(({ id, row, batchId }) => [id, { row: row as unknown as CategoryRow, batchId }]),
  );
  for (const id of ids) {
    const [change] = changesById.get(id) ?? [];
    if (change && !platformsById.has(id)) noteGone(context, change);
  }
  for (const platform of new Set(platformsById.values())) {
    const own = new Map([...changesById].filter(([id]) => platformsById.get(id) === platform));
    await undoTree(context, platform, own, deletedById);
  }
};

/** A created category that no longer exists has been undone already. */
const noteGone = ({ tally }: UndoContext, change: RecordedChange): void => {
  if (change.field === '' && change.before === null) tally.same += 1;
  else noteRefused(tally, { ...change, field: '', item: '' }, createGoneFailure());
};

const undoTree = async (
  context: UndoContext,
  platform: string,
  changesById: ChangesByCategory,
  deletedById: ReadonlyMap<number, DeletedCategory>,
): Promise<void> => {
  const { tx, changes, batchId } = context;
  const createdIds = [...changesById].flatMap(([id, [first]]) => (isCreation(first) ? [id] : []));
  const version = await lockTree(tx, platform, id => createdIds.includes(id));
  const before = await readCategoryRows(tx, platform);
  const rows = new Map(before.map(row => [row.id, { ...row }]));
  const restoredIds = restoreRows(context, rows, changesById, deletedById);
  moveRows(context, rows, changesById);
  const touchedIds = await readTouchedSince(tx, 'categories', createdIds, batchId);
  removeRows(context, rows, changesById, touchedIds);
  const known = new Map(before.map(row => [row.id, row]));
  const difference = {
    addedRows: [...rows.values()].filter(({ id }) => !known.has(id)),
    changedRows: [...rows.values()].filter(row => isChanged(known.get(row.id), row)),
    removedIds: before.map(({ id }) => id).filter(id => !rows.has(id)),
  };
  if (Object.values(difference).every(({ length }) => length === 0)) return;
  await writeTreeDifference(tx, platform, difference, changes);
  await tx.delete(trash).where(and(eq(trash.entity, 'categories'), inArray(trash.record_id, restoredIds)));
  await restoreLinks(
    tx,
    'categories',
    restoredIds.map(id => ({ id, batchId: deletedById.get(id)?.batchId ?? 0 })),
    changes,
  );
  await bumpTreeVersion(tx, platform, changes);
  changes.runAfterCommit(({ realtime }) =>
    realtime.emit(channels.categories, 'CATEGORIES_CHANGE', { platform, version: version + 1 }),
  );
};

const isCreation = (change: RecordedChange | undefined): boolean =>
  change?.field === '' && change.before === null && change.after !== null;

const isDeletion = (change: RecordedChange | undefined): boolean =>
  change?.field === '' && change.before !== null && change.after === null;

const isChanged = (before: CategoryRow | undefined, row: CategoryRow): boolean =>
  before !== undefined &&
  (before.name !== row.name || before.parent_id !== row.parent_id || before.position !== row.position);

type Rows = Map<number, CategoryRow>;

/** Parents may come back with their children, so this goes on until nothing more can be placed. */
const restoreRows = (
  { tally }: UndoContext,
  rows: Rows,
  changesById: ChangesByCategory,
  deletedById: ReadonlyMap<number, DeletedCategory>,
): number[] => {
  const restoredIds: number[] = [];
  const waiting = [...changesById].filter(([id, [first]]) => isDeletion(first) && !rows.has(id));
  for (let isPlaced = true; isPlaced; ) {
    isPlaced = false;
    for (const [id, [first]] of waiting) {
      const row = deletedById.get(id)?.row;
      if (!first || !row || rows.has(id) || findObstacle(rows, row.parent_id, id)) continue;
      const { parent_id, name, position } = row;
      rows.set(id, { id, parent_id, name, position });
      restoredIds.push(id);
      noteBack(tally, 'restored', [first]);
      isPlaced = true;
    }
  }
  for (const [id, [first]] of waiting) {
    const parentId = deletedById.get(id)?.row.parent_id ?? null;
    if (first && !rows.has(id)) noteRefused(tally, first, createPlaceFailure(findObstacle(rows, parentId, id)));
  }
  return restoredIds;
};

type Obstacle = 'drafts.placeGone' | 'drafts.placeDeep';

const createPlaceFailure = (text: Obstacle | null): ApiFailure =>
  new ApiFailure('notFound', { text: text ?? 'drafts.placeGone' });

/** Why a category cannot be put below a parent that is gone, is a descendant of it, or leaves no depth for its branch. */
const findObstacle = (rows: Rows, parentId: number | null, id: number): Obstacle | null => {
  let depth = measureBranch(rows, id);
  for (let above = parentId; above !== null; depth += 1) {
    const parent = rows.get(above);
    if (!parent || above === id) return 'drafts.placeGone';
    if (depth >= categoryLimits.depth) return 'drafts.placeDeep';
    above = parent.parent_id;
  }
  return null;
};

/** The number of levels from a category to the last one below it. */
const measureBranch = (rows: Rows, id: number): number => {
  let level = new Set([id]);
  for (let levels = 0; ; levels += 1) {
    if (level.size === 0) return levels;
    const parents = level;
    level = new Set(
      [...rows.values()].filter(row => row.parent_id !== null && parents.has(row.parent_id)).map(row => row.id),
    );
  }
};

/** A category may have to leave a place before another one can return to its own, so moves go on until none can be made. */
const moveRows = ({ tally, isOverwritten }: UndoContext, rows: Rows, changesById: ChangesByCategory): void => {
  let waiting: { row: CategoryRow; parentId: number | null; change: RecordedChange }[] = [];
  for (const [id, categoryChanges] of changesById) {
    const row = rows.get(id);
    for (const change of categoryChanges) {
      if (!row || change.field === '') continue;
      const field = change.field as keyof CategoryRow;
      const verdict = judge(change, row[field], isOverwritten);
      if (verdict === 'same') tally.same += 1;
      else if (verdict === 'since') tally.since.push({ ...change, current: row[field] });
      else if (field === 'parent_id') waiting.push({ row, parentId: change.before as number | null, change });
      else {
        Object.assign(row, { [field]: change.before });
        noteBack(tally, 'changed', [change]);
      }
    }
  }
  for (let isMoved = true; isMoved; ) {
    isMoved = false;
    for (const move of waiting) {
      const { row, parentId, change } = move;
      if (findObstacle(rows, parentId, row.id)) continue;
      row.parent_id = parentId;
      noteBack(tally, 'changed', [change]);
      waiting = waiting.filter(other => other !== move);
      isMoved = true;
    }
  }
  for (const { row, parentId, change } of waiting)
    noteRefused(tally, change, createPlaceFailure(findObstacle(rows, parentId, row.id)));
};

const removeRows = (
  { tally, isOverwritten }: UndoContext,
  rows: Rows,
  changesById: ChangesByCategory,
  touchedIds: ReadonlySet<number>,
): void => {
  const created = [...changesById].flatMap(([id, [first]]) => (first && isCreation(first) ? [{ id, first }] : []));
  const waiting = created.filter(({ id, first }) => {
    if (!rows.has(id)) return false;
    if (!touchedIds.has(id) || isOverwritten(first)) return true;
    tally.since.push({ ...first, current: null });
    return false;
  });
  for (let isRemoved = true; isRemoved; ) {
    isRemoved = false;
    for (const { id, first } of waiting) {
      if (!rows.has(id) || [...rows.values()].some(({ parent_id }) => parent_id === id)) continue;
      rows.delete(id);
      noteBack(tally, 'removed', [first]);
      isRemoved = true;
    }
  }
  for (const { id, first } of waiting)
    if (rows.has(id)) noteRefused(tally, first, new ApiFailure('conflict', { text: 'undo.hasChildren' }));
};
