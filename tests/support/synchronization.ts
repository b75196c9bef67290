import type { FeedItem, FeedItemOfType } from '#contract/feeds.ts';
import type { SyncLogItem, SyncProject, SyncRun } from '#contract/synchronization.ts';
import { categories, categoryTrees, projects } from '#server/db/schema.ts';
import { startRun } from '#server/publishing/publishingJob.ts';
import type { TestServer } from './server.ts';

export type RunWithLog = SyncRun & { log: SyncLogItem[]; log_total: number };

/** Adds two projects on two platforms: categories 1 and 2 (below 1) belong to the site, 3 to the application. */
export const addShops = async ({ db }: TestServer): Promise<void> => {
  await db.insert(projects).values([
    { code: 'site', name: 'Сайт', platform: 'web' },
    { code: 'app', name: 'Приложение', platform: 'mobile' },
  ]);
  await db.insert(categoryTrees).values([{ platform: 'web' }, { platform: 'mobile' }]);
  await db.insert(categories).values([
    { platform: 'web', parent_id: null, name: 'Напитки', position: 1 },
    { platform: 'web', parent_id: 1, name: 'Кофе', position: 1 },
    { platform: 'mobile', parent_id: null, name: 'Всё', position: 1 },
  ]);
};
export const SITE = 1;
export const APP = 2;

export const synchronize = async (
  server: TestServer,
  projectIds: readonly number[],
  { onlyFailed = false } = {},
): Promise<SyncRun> => {
  const { user } = await server.signIn('content_manager');
  const { done } = await startRun(server.deps, { projectIds, onlyFailed, starter: { id: user.id, actorId: null } });
  return done;
};

export const runWithLog = async (server: TestServer, { id }: { id: number }): Promise<RunWithLog> =>
  (await (await server.as('admin'))('GET', `/synchronization/${id}?limit=10000`)).result as RunWithLog;

export interface FeedPage {
  project: { code: string; name: string; currency: string };
  version: number;
  changed_at: string | null;
  total: number;
  items: FeedItem[];
  next: string | null;
}

export const feedOf = async (server: TestServer, code: string, limit = 1000): Promise<FeedItem[]> => {
  const send = await server.as('admin');
  const items: FeedItem[] = [];
  for (let after = ''; ; ) {
    const page = (await send('GET', `/feeds/${code}?limit=${limit}${after}`)).result as FeedPage;
    items.push(...page.items);
    if (page.next === null) return items;
    after = `&after=${page.next}`;
  }
};

export const productsIn = (items: readonly FeedItem[]): FeedItemOfType<'product'>[] =>
  items.filter(item => item.type === 'product');

export const stateOf = async (server: TestServer): Promise<Record<string, SyncProject>> => {
  const { result } = await (await server.as('admin'))('GET', '/synchronization');
  const { projects: known } = result as { projects: SyncProject[] };
  return Object.fromEntries(known.map(project => [project.code, project]));
};
