import { and, eq, sql } from 'drizzle-orm';
import type { StoredItem } from '#contract/feeds.ts';
import { type Database, queryRows } from '../../db/database.ts';
import { feeds, projects } from '../../db/schema.ts';
import { servedCondition } from './servedRows.ts';

/** Items are read in pages, because a feed may be large. */
export interface Feed {
  project: { id: number; code: string; name: string; currency: string };
  version: number;
  changed_at: string | null;
  runId: number;
  total: number;
}

/** Null for an unknown or archived project; empty when nothing was published to it yet. */
export const readFeed = async (db: Database, code: string): Promise<Feed | null> => {
  const [row] = await db
    .select({
      project: { id: projects.id, code: projects.code, name: projects.name, currency: projects.currency },
      version: feeds.version,
      changed_at: feeds.changed_at,
      at: feeds.run_id,
      records: feeds.records_count,
      categories: feeds.categories_count,
    })
    .from(projects)
    .leftJoin(feeds, eq(feeds.project_id, projects.id))
    .where(and(eq(projects.code, code), eq(projects.archived, false)));
  if (!row) return null;
  return {
    project: row.project,
    version: row.version ?? 0,
    changed_at: row.changed_at?.toISOString() ?? null,
    runId: row.at ?? 0,
    total: (row.records ?? 0) + (row.categories ?? 0),
  };
};

/** Derived from everything that a page of the feed contains, so that a renamed project changes the ETag too. */
export const buildEtag = ({ project, version, changed_at }: Feed): string =>
  `W/"${version}-${Date.parse(changed_at ?? '') || 0}-${Buffer.from(project.name).toString('base64url')}"`;

interface ItemsQuery {
  after: string | undefined;
  limit: number;
}

/**
 * A page of a feed, ordered by kind and id. `next` is a cursor rather than an offset, so that changes between two pages
 * do not shift the items.
 */
export const readItems = async (db: Database, feed: Feed, { after, limit }: ItemsQuery) => {
  const [entity = '', id = '0'] = after?.split(':') ?? [];
  const rows = await queryRows<{ entity: string; record_id: number; content: StoredItem }>(
    db,
    sql`select entity, record_id, content from feed_items item
      where project_id = ${feed.project.id} and (entity, record_id) > (${entity}::text, ${Number(id)}::integer)
        and content is not null and ${servedCondition('feed_items', 'item', sql`${feed.runId}`)}
      order by entity, record_id limit ${limit + 1}`,
  );
  const shownRows = rows.slice(0, limit);
  const last = shownRows.at(-1);
  const items = await withPublishedModels(
    db,
    feed,
    shownRows.map(({ content }) => content),
  );
  return {
    items,
    total: feed.total,
    next: last && rows.length > limit ? `${last.entity}:${last.record_id}` : null,
  };
};

/** Removes models that are not in the feed from the products, because a shop could not resolve their ids. */
const withPublishedModels = async (
  db: Database,
  { project, runId }: Feed,
  items: StoredItem[],
): Promise<StoredItem[]> => {
  const modelIds = [...new Set(items.flatMap(listModelIds))];
  if (modelIds.length === 0) return items;
  const rows = await queryRows<{ id: number }>(
    db,
    sql`select record_id as id from feed_items item where project_id = ${project.id} and entity = 'catalog'
      and record_id = any(${sql.param(modelIds)}::integer[])
      and content is not null and ${servedCondition('feed_items', 'item', sql`${runId}`)}`,
  );
  const publishedIds = new Set(rows.map(({ id }) => id));
  return items.map(item =>
    listModelIds(item).length > 0
      ? { ...item, model_ids: listModelIds(item).filter(id => publishedIds.has(id)) }
      : item,
  );
};

const listModelIds = (item: StoredItem): number[] =>
  'model_ids' in item && Array.isArray(item.model_ids) ? (item.model_ids as number[]) : [];
