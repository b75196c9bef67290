import { and, type SQL, sql } from 'drizzle-orm';
import { getKindTraits } from '#contract/fields.ts';
import { isAllowed } from '#contract/permissions.ts';
import { publishedRecords, synchronizationEndpoints } from '#contract/synchronization.ts';
import { type Containers, MAX_NAMED_CONTAINERS } from '#contract/usages.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { type Database, queryRows } from '../db/database.ts';
import { servedCondition } from '../publishing/feeds/servedRows.ts';
import type { LinkBinding } from './bindTable.ts';
import { getStoredKind } from './getStoredKind.ts';
import { idsCondition } from './query.ts';
import { getBinding, narrowBinding, scopeCondition, type TableBinding } from './tableBinding.ts';

/** Where these records are used, and therefore what deleting them would affect, as far as the caller may see it. */
export const readReferencingRecords = async (
  db: Database,
  binding: TableBinding,
  caller: Caller,
  ids: readonly number[],
): Promise<Containers> => {
  // Treats a record that the caller may not see like a missing one.
  const { table } = binding;
  const givenIds = sql`array(select ${table.id} from ${table} where ${and(scopeCondition(binding), idsCondition(table.id, [...ids]))})`;
  const links: Containers['links'] = [];
  for (const [resource, link] of filterVisibleLinks(binding, caller)) {
    const container = narrowBinding(getBinding(resource), caller);
    if (!isAllowed(container.collection.access.list, caller.grantedSlugs)) continue;
    const foundContainers = await readLinkedContainers(db, container, link, givenIds);
    if (foundContainers.count > 0) links.push({ resource, ...foundContainers });
  }
  return { links, feeds: await readFeedContainers(db, binding, caller, givenIds) };
};

/** The links to other records, by resource, except links whose field the caller may not read. */
const filterVisibleLinks = (
  { links, memberships, collection }: TableBinding,
  { grantedSlugs }: Caller,
): [string, LinkBinding][] => [
  ...Object.entries(links).flatMap(([name, link]): [string, LinkBinding][] => {
    const field = collection.fields[name];
    const target = field && getStoredKind(field).names === 'records' && getKindTraits(field).target(field);
    return target && (!field.slug || grantedSlugs.has(field.slug)) ? [[target, link]] : [];
  }),
  ...Object.entries(memberships ?? {}),
];

const readLinkedContainers = async (
  db: Database,
  container: TableBinding,
  { table, own, other }: LinkBinding,
  ids: SQL,
): Promise<Omit<Containers['links'][number], 'resource'>> => {
  const { id } = container.table;
  const rows = await queryRows<{ id: number; name: string; count: number }>(
    db,
    sql`select ${id} as id, ${container.columns['name']} as name, count(*) over ()::integer as count from ${container.table}
      where ${scopeCondition(container) ?? sql`true`} and ${id} in (select ${other} from ${table} where ${own} = any(${ids}))
      order by ${container.columns['name']}, ${id} limit ${MAX_NAMED_CONTAINERS}`,
  );
  return { count: rows[0]?.count ?? 0, records: rows.map(row => ({ id: row.id, name: row.name })) };
};

const readFeedContainers = async (
  db: Database,
  { resource }: TableBinding,
  { grantedSlugs }: Caller,
  ids: SQL,
): Promise<Containers['feeds']> => {
  const isPublished = publishedRecords.some(entity => entity === resource);
  if (!isPublished || !isAllowed(synchronizationEndpoints.state.access, grantedSlugs)) return [];
  return queryRows<Containers['feeds'][number]>(
    db,
    sql`select p.id, p.name, count(*)::integer as count from feed_items item
      join feeds on feeds.project_id = item.project_id join projects p on p.id = item.project_id
      where item.entity = ${resource} and item.record_id = any(${ids}) and item.content is not null and not p.archived
        and ${servedCondition('feed_items', 'item', sql`feeds.run_id`)}
      group by p.id, p.name order by p.name, p.id`,
  );
};
