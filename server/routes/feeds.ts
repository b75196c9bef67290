import { sql } from 'drizzle-orm';
import type { Context } from 'hono';
import { type FeedItem, feedSlugs, type StoredItem } from '#contract/feeds.ts';
import type { Caller } from '../accounts/session/caller.ts';
import type { Handlers } from '../http/bindEndpoints.ts';
import type { ServerDeps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { buildEtag, type Feed, readFeed, readItems } from '../publishing/feeds/readFeed.ts';
import { sendFile } from './images.ts';

export const feedHandlers = (deps: ServerDeps): Handlers['feeds'] => ({
  read: async ({ params, query, caller, context }) => {
    const hideFields = createFieldHider(caller);
    // The feed and its items are read from one snapshot, so that a publication in between cannot mix two versions.
    const { feed, page } = await deps.db.transaction(async tx => {
      await tx.execute(sql`set transaction isolation level repeatable read, read only`);
      const feed = await requireFeed(readFeed(tx, params.code));
      const isKnown = !hideFields.isAny && clientHasFeed(context, feed);
      return { feed, page: isKnown ? null : await readItems(tx, feed, { after: query.after, limit: query.limit }) };
    });
    // A partial view has no ETag, because the ETag identifies the full content and would stay the same when permissions
    // change.
    if (!hideFields.isAny) context.header('ETag', buildEtag(feed));
    context.header('Cache-Control', 'private, no-cache');
    context.header('Vary', 'Authorization', { append: true });
    if (!page) return context.body(null, 304) as never;
    const { id: _, ...project } = feed.project;
    return {
      project,
      version: feed.version,
      changed_at: feed.changed_at,
      ...page,
      items: page.items.map(hideFields.emptied),
    };
  },
  picture: async ({ params, context }) => {
    await requireFeed(readFeed(deps.db, params.code));
    return sendFile(deps.files, params, context);
  },
});

/**
 * Empties fields that the caller may not see. The fields are not removed, so that items keep the shape declared in the
 * contract.
 */
const createFieldHider = ({ grantedSlugs }: Caller) => {
  const listClosedFields = (type: FeedItem['type']): string[] =>
    Object.entries<string>(feedSlugs[type]).flatMap(([field, slug]) => (grantedSlugs.has(slug) ? [] : [field]));
  const closedFieldsByType = new Map<string, string[]>(
    (['product', 'model', 'category'] as const).map(type => [type, listClosedFields(type)] as const),
  );
  const all = [...closedFieldsByType.values()].flat();
  return {
    isAny: all.length > 0,
    emptied: (item: StoredItem): StoredItem =>
      Object.fromEntries(
        Object.entries(item).map(([field, value]) => [
          field,
          (closedFieldsByType.get(item.type) ?? all).includes(field) ? (Array.isArray(value) ? [] : null) : value,
        ]),
      ) as StoredItem,
  };
};

const requireFeed = async (feedPromise: Promise<Feed | null>): Promise<Feed> => {
  const feed = await feedPromise;
  if (!feed) throw new ApiFailure('notFound');
  return feed;
};

/** Whether the caller already has this version; `If-None-Match` compares tags weakly (RFC 9110, 13.1.2). */
const clientHasFeed = (context: Context, feed: Feed): boolean =>
  (context.req.header('If-None-Match') ?? '')
    .split(',')
    .map(tag => tag.trim().replace(/^W\//, ''))
    .includes(buildEtag(feed).replace(/^W\//, ''));
