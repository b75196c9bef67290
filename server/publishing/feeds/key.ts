import { createHash, randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Context } from 'hono';
import { feedSlugs } from '#contract/feeds.ts';
import type { Caller } from '../../accounts/session/caller.ts';
import type { Database } from '../../db/database.ts';
import { feeds, projects } from '../../db/schema.ts';
import type { ServerDeps } from '../../http/deps.ts';

/** A key of 256 bits cannot be guessed, so failed attempts are not counted. */
const KEY_BYTES = 32;
const hashKey = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** Only the hash is stored, so that a leaked database opens no feeds. */
export const createFeedKey = async (db: Database, projectId: number): Promise<string> => {
  const key = randomBytes(KEY_BYTES).toString('base64url');
  await db
    .insert(feeds)
    .values({ project_id: projectId, key_hash: hashKey(key) })
    .onConflictDoUpdate({ target: feeds.project_id, set: { key_hash: hashKey(key) } });
  return key;
};

export const revokeFeedKey = async (db: Database, projectId: number): Promise<void> => {
  await db.update(feeds).set({ key_hash: null }).where(eq(feeds.project_id, projectId));
};

/**
 * The shop that reads a feed with `Authorization: Bearer <key>`; null when the key does not belong to the project in
 * the path. The shop is not a user and can read only this feed.
 */
export const findKeyCaller = async (context: Context, { db }: ServerDeps): Promise<Caller | null> => {
  const key = /^Bearer (\S+)$/i.exec(context.req.header('Authorization') ?? '')?.[1];
  const code = context.req.param('code');
  if (!key || !code) return null;
  const [project] = await db
    .select({ name: projects.name })
    .from(projects)
    .innerJoin(feeds, eq(feeds.project_id, projects.id))
    .where(and(eq(projects.code, code), eq(projects.archived, false), eq(feeds.key_hash, hashKey(key))));
  if (!project) return null;
  const grantedSlugs = new Set([
    'synchronization.show-list',
    ...Object.values(feedSlugs).flatMap(Object.values<string>),
  ]);
  return { id: 0, name: project.name, role: '', grantedSlugs, sessionId: '', actor: null, network: '' };
};
