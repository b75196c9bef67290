import { eq, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { type CategoryDraft, type CategoryTree, flattenTree } from '#contract/categories.ts';
import { channels } from '#contract/events.ts';
import { listFieldsOfKind } from '#contract/fields.ts';
import { declaredResources } from '#contract/records.ts';
import { withBatch } from '../accounts/author.ts';
import { type Database, queryRows } from '../db/database.ts';
import { categories, categoryTrees } from '../db/schema.ts';
import type { ServerDeps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { commitChange } from '../records/commit.ts';
import { lockUntilStable, type TouchedRows } from '../records/locks.ts';
import { idsCondition } from '../records/query.ts';
import type { PendingChanges } from '../records/recordChanges.ts';
import { createStamp } from '../records/stamp.ts';
import { getBinding } from '../records/tableBinding.ts';
import { toTouchedRows } from '../records/touched.ts';
import { recordUncheckedSave } from '../security/audit.ts';
import { assertKnownIds, type CategoryRow, diffCategories, type TreeDifference } from './difference.ts';
import { readCategoryRows, readProjects, readTree, type StoredTree } from './readTree.ts';

interface TreeInput {
  categories: readonly CategoryDraft[];
  version?: number | undefined;
}

export interface SavedTree {
  /** The first project of the platform. */
  project: CategoryTree['project'];
  tree: StoredTree;
  /** True if nothing was saved because another user had saved the tree since the given version. */
  isOutdated: boolean;
}

/**
 * Replaces a platform's tree. The caller counts the records afterwards, because counting many records is slow and would
 * prolong the lock on the tree.
 * @throws {ApiFailure} 404 for a platform without a project; 400 at a category of another platform, or at a category
 * that occurs twice
 */
export const saveTree = async (deps: ServerDeps, platform: string, input: TreeInput): Promise<SavedTree> => {
  const { hasChanged, ...savedTree } = await commitChange(
    withBatch(deps, 'tree', { name: platform }),
    async (tx, changes) => {
      const project = (await readProjects(tx)).find(treeProject => treeProject.platform === platform);
      if (!project) throw new ApiFailure('notFound', { text: 'noPlatform', values: { platform } });
      const { platform: _, ...projectInfo } = project;
      const keptIds = new Set(flattenTree(input.categories).map(({ id }) => id));
      const version = await lockTree(tx, platform, id => !keptIds.has(id));
      const isOutdated = input.version !== undefined && input.version !== version;
      const hasChanged = !isOutdated && (await writeTree(tx, platform, input.categories, changes));
      if (hasChanged) await bumpTreeVersion(tx, platform, changes);
      if (hasChanged && input.version === undefined)
        recordUncheckedSave({ resource: 'categories', id: null, name: project.name }, changes);
      return { project: projectInfo, tree: await readTree(tx, platform), isOutdated, hasChanged };
    },
  );
  if (hasChanged) {
    const { version } = savedTree.tree;
    deps.realtime.emit(channels.categories, 'CATEGORIES_CHANGE', { platform, version });
  }
  return savedTree;
};

/**
 * Locks the tree, the categories that are to be removed and the records in them until the transaction ends, so that two
 * editors cannot overwrite each other.
 * @returns the tree's version
 */
export const lockTree = async (tx: Database, platform: string, isRemoved: (id: number) => boolean): Promise<number> => {
  await tx.insert(categoryTrees).values({ platform }).onConflictDoNothing();
  const { tree } = await lockUntilStable(tx, async transaction => {
    const removedIds = (await readCategoryRows(transaction, platform)).map(({ id }) => id).filter(isRemoved);
    const mappedRows: TouchedRows[] = [];
    for (const mapping of listCategoryMappings())
      mappedRows.push(await findMappedRecords(transaction, mapping, removedIds));
    const [tree] = await transaction.select().from(categoryTrees).where(eq(categoryTrees.platform, platform));
    const touchedRows: TouchedRows[] = [
      { table: categoryTrees, key: categoryTrees.platform, values: [platform], strength: 'no key update' },
      { table: categories, key: categories.id, values: removedIds, strength: 'update' },
      ...mappedRows,
    ];
    return { tree, touched: touchedRows };
  });
  return tree?.version ?? 1;
};

const listCategoryMappings = () =>
  declaredResources.map(getBinding).flatMap(binding =>
    listFieldsOfKind(binding.collection.fields, 'categories').flatMap(([name]) => {
      const link = binding.links[name];
      return link ? [{ binding, link }] : [];
    }),
  );
type CategoryMapping = ReturnType<typeof listCategoryMappings>[number];

const findMappedRecords = async (
  tx: Database,
  { binding, link }: CategoryMapping,
  ids: readonly number[],
): Promise<TouchedRows> => {
  const pairs = await tx.selectDistinct({ own: link.own }).from(link.table).where(idsCondition(link.other, ids));
  const ownIds = pairs.map(pair => pair.own as number);
  return toTouchedRows(binding, ownIds, 'no key update');
};

export const bumpTreeVersion = (tx: Database, platform: string, changes: PendingChanges) =>
  tx.update(categoryTrees).set(createStamp(categoryTrees, changes)).where(eq(categoryTrees.platform, platform));

/** Writes only the differences, so that an unchanged tree keeps its version. @returns whether there were any */
const writeTree = async (
  tx: Database,
  platform: string,
  draft: readonly CategoryDraft[],
  changes: PendingChanges,
): Promise<boolean> => {
  const rows = await readCategoryRows(tx, platform);
  assertKnownIds(new Set(rows.map(({ id }) => id)), draft);
  const ids = await reserveIds(tx, flattenTree(draft).filter(({ id }) => id === undefined).length);
  const difference = diffCategories(rows, draft, () => ids.pop() as number);
  await writeTreeDifference(tx, platform, difference, changes);
  return Object.values(difference).some(({ length }) => length > 0);
};

export const writeTreeDifference = async (
  tx: Database,
  platform: string,
  difference: TreeDifference,
  changes: PendingChanges,
): Promise<void> => {
  await writeRows(tx, platform, difference);
  await removeCategories(tx, difference.removedIds, changes);
};

/** Reserves ids before the rows are inserted. Descending, because the caller pops them from the end. */
const reserveIds = async (tx: Database, count: number): Promise<number[]> => {
  if (count === 0) return [];
  const rows = await queryRows<{ id: number }>(
    tx,
    sql`select nextval(pg_get_serial_sequence('categories', 'id'))::integer id from generate_series(1, ${count}::integer)`,
  );
  return rows.map(({ id }) => id).toSorted((a, b) => b - a);
};

const toRecordsetSql = (rows: readonly CategoryRow[]) => sql`
  jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    node(id integer, parent_id integer, name text, position double precision)`;

const writeRows = async (tx: Database, platform: string, { addedRows, changedRows }: TreeDifference): Promise<void> => {
  if (addedRows.length > 0)
    await tx.execute(sql`
      insert into ${categories} (id, platform, parent_id, name, position) overriding system value
      select id, ${platform}, parent_id, name, position from ${toRecordsetSql(addedRows)}`);
  if (changedRows.length > 0)
    await tx.execute(sql`
      update ${categories} stored set parent_id = node.parent_id, name = node.name, position = node.position
      from ${toRecordsetSql(changedRows)} where stored.id = node.id`);
};

/** Removes categories. Records in any of them get a new version, since their mapping changed. */
const removeCategories = async (tx: Database, ids: readonly number[], changes: PendingChanges): Promise<void> => {
  if (ids.length === 0) return;
  for (const mapping of listCategoryMappings()) await unmapRecords(tx, mapping, ids, changes);
  await tx.delete(categories).where(idsCondition(categories.id, ids));
};

const unmapRecords = async (
  tx: Database,
  { binding: { resource, table }, link }: CategoryMapping,
  ids: readonly number[],
  changes: PendingChanges,
): Promise<void> => {
  const pairs = (await tx.delete(link.table).where(idsCondition(link.other, ids)).returning({ own: link.own })) as {
    own: number;
  }[];
  const touchedIds = [...new Set(pairs.map(({ own }) => own))];
  if (touchedIds.length === 0) return;
  await tx
    .update(table as PgTable)
    .set(createStamp(table, changes) as never)
    .where(idsCondition(table.id, touchedIds));
  changes.changed(resource, touchedIds);
};
