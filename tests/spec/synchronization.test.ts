import type { SQL } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { channels } from '#contract/events.ts';
import type { RoleSlug } from '#contract/roles.ts';
import type { SyncRun } from '#contract/synchronization.ts';
import { draftChanges, drafts, feedItems, runs } from '#server/db/schema.ts';
import { publications, startRun } from '#server/publishing/publishingJob.ts';
import { letRole } from '#tests/support/permissions.ts';
import { recordIn } from '#tests/support/samples.ts';
import { describeOnBoth, type TestServer } from '#tests/support/server.ts';
import { NEVER_SILENT, SILENT_SINCE } from '#tests/support/silentRuns.ts';
import {
  APP,
  addShops,
  type FeedPage,
  feedOf,
  productsIn,
  runWithLog,
  SITE,
  stateOf,
  synchronize,
} from '#tests/support/synchronization.ts';

const barcodes = ['4600000000015', '4600000000022', '4600000000039', '4600000000046'];

/** A product as the content manager makes it, in both shops unless it is said otherwise. */
const make = async (server: TestServer, values: object = {}): Promise<number> => {
  const send = await server.as('content_manager');
  const made = { name: 'Латте', status: 'active', categories: [2, 3], barcode: barcodes[0], ...values };
  return recordIn(await send('POST', '/products', made)).id;
};

/** A run that is on, of a process that is somewhere else. */
const leaveRunning = async (server: TestServer, heartbeat_at: SQL = NEVER_SILENT): Promise<number> => {
  const { user } = await server.signIn('content_manager');
  const at = new Date();
  const [run] = await server.db
    .insert(runs)
    .values({
      kind: 'publication',
      user_id: user.id,
      status: 'processing',
      details: { only_failed: false },
      started_at: at,
      heartbeat_at,
    })
    .returning();
  return run?.id ?? 0;
};

const namesIn = async (server: TestServer, code: string): Promise<string[]> =>
  productsIn(await feedOf(server, code)).map(({ name }) => name);

describeOnBoth('Y Synchronization', server => {
  it('[Y10] [J4] a run publishes the current drafts and moves them to the history', async () => {
    await addShops(server());
    await make(server());
    expect(await stateOf(server())).toMatchObject({ site: { last: null, waiting: 1, items: 0 } });
    const run = await synchronize(server(), [SITE]);
    expect(run).toMatchObject({
      status: 'finished',
      progress: 100,
      counts: { published: 1, removed: 0, faulty: 0 },
      projects: [{ code: 'site', published: 1 }],
    });
    expect(await namesIn(server(), 'site')).toEqual(['Латте']);
    expect(await namesIn(server(), 'app')).toEqual([]);
    expect(await server().db.select().from(drafts)).toMatchObject([
      { status: 'history', run_id: run.id, errors_count: 0 },
    ]);
    expect(await stateOf(server())).toMatchObject({ site: { last: { run_id: run.id }, waiting: 0, items: 1 } });
  });

  it('[Y13] runs outlive the user who started them', async () => {
    await addShops(server());
    await make(server());
    const { user } = await server().signIn('content_manager');
    const run = await synchronize(server(), [SITE]);
    await server().db.update(runs).set({ user_id: user.id });
    const send = await server().as('admin');
    expect((await send('DELETE', `/users/${user.id}`)).status).toBe(200);
    expect((await send('GET', `/synchronization/${run.id}`)).result).toMatchObject({
      user: { id: user.id, name: 'Удалённый пользователь' },
    });
  });

  it('[Y19] users see in a feed only fields they may see elsewhere, and get no ETag for it', async () => {
    await addShops(server());
    await make(server(), { price: 10 });
    await synchronize(server(), [SITE]);
    await letRole(server(), 'accountant', 'synchronization.show-list', 'product.show-prices');
    await letRole(server(), 'photographer', 'synchronization.show-list', 'product.show-images', 'model.show-images');
    const productOf = async (role: RoleSlug) => {
      const { result, headers } = await (await server().as(role))('GET', '/feeds/site');
      return [(result as FeedPage).items.find(item => item.type === 'product'), headers.get('ETag')];
    };
    const [whole, tag] = await productOf('admin');
    expect([whole, tag]).toEqual([
      expect.objectContaining({ price: { amount: 10, currency: 'RUB' } }),
      expect.any(String),
    ]);
    expect(await productOf('accountant')).toEqual([
      { ...(whole as object), images: [], model_ids: [], category_ids: [] },
      null,
    ]);
    expect(await productOf('photographer')).toEqual([
      { ...(whole as object), price: null, model_ids: [], category_ids: [] },
      null,
    ]);
  });

  it('[Y10] changes published to one project are still waiting for the other', async () => {
    await addShops(server());
    const id = await make(server());
    await synchronize(server(), [SITE, APP]);
    const send = await server().as('content_manager');
    await send('PUT', `/products/${id}`, { name: 'Раф' });
    await synchronize(server(), [SITE]);
    expect(await stateOf(server())).toMatchObject({ site: { waiting: 0 }, app: { waiting: 1 } });
    expect(await namesIn(server(), 'app')).toEqual(['Латте']);
    await synchronize(server(), [APP]);
    expect(await namesIn(server(), 'app')).toEqual(['Раф']);
  });

  it('[Y11] a product without a barcode or category fails alone, is logged with its field, and stays waiting', async () => {
    await addShops(server());
    await make(server());
    const bare = await make(server(), { name: 'Без всего', barcode: null, categories: [3] });
    const run = await synchronize(server(), [SITE, APP]);
    expect(run.counts).toMatchObject({ published: 2, faulty: 2 });
    const { log } = await runWithLog(server(), run);
    expect(log.filter(({ level }) => level === 'error')).toMatchObject([
      {
        text: 'Нет штрихкода: «Без всего» (Приложение, Сайт)',
        record: { resource: 'nomenclature', id: bare },
        field: 'barcode',
      },
      { text: 'Нет категории на платформе: «Без всего» (Сайт)', field: 'categories' },
    ]);
    expect(await server().db.select().from(drafts)).toMatchObject([{ status: 'history', errors_count: 3 }]);
    expect(await stateOf(server())).toMatchObject({ site: { failed: 1, waiting: 0 }, app: { failed: 1 } });
    expect(await namesIn(server(), 'site')).toEqual(['Латте']);
  });

  it('[Y12] only failed records are retried, and drafts stay open', async () => {
    await addShops(server());
    const bare = await make(server(), { name: 'Без штрихкода', barcode: null });
    await synchronize(server(), [SITE]);
    const send = await server().as('content_manager');
    await send('PUT', `/products/${bare}`, { barcode: barcodes[1] });
    await make(server(), { name: 'Новый' });
    const again = await synchronize(server(), [SITE], { onlyFailed: true });
    expect(again).toMatchObject({ only_failed: true, counts: { published: 1, faulty: 0, unchanged: 0 } });
    expect(await namesIn(server(), 'site')).toEqual(['Без штрихкода']);
    expect(await stateOf(server())).toMatchObject({ site: { failed: 0, waiting: 2 } });
    const refused = await send('POST', '/synchronization', { project_ids: [SITE], only_failed: true });
    expect([refused.status, refused.message]).toEqual([409, 'У выбранных проектов нет записей с ошибками']);
  });

  it('[Y12] a retried change that is then reverted in its draft is also reverted in the feed', async () => {
    await addShops(server());
    const bare = await make(server(), { name: 'Раф', barcode: null });
    await synchronize(server(), [SITE]);
    const send = await server().as('content_manager');
    await send('PUT', `/products/${bare}`, { barcode: barcodes[1], name: 'Латте' });
    await synchronize(server(), [SITE]);
    await send('PUT', `/products/${bare}`, { barcode: null });
    await synchronize(server(), [SITE]);
    await send('PUT', `/products/${bare}`, { barcode: barcodes[1], name: 'Моккачино' });
    await synchronize(server(), [SITE], { onlyFailed: true });
    expect(await namesIn(server(), 'site')).toEqual(['Моккачино']);
    await send('PUT', `/products/${bare}`, { name: 'Латте' });
    await synchronize(server(), [SITE]);
    expect(await namesIn(server(), 'site')).toEqual(['Латте']);
  });

  it('[Y11] a failed record stays in the feed as last published, until it is corrected or deleted', async () => {
    await addShops(server());
    const id = await make(server());
    const send = await server().as('content_manager');
    await synchronize(server(), [SITE]);
    await send('PUT', `/products/${id}`, { name: 'Раф', barcode: null });
    expect((await synchronize(server(), [SITE])).counts).toMatchObject({ published: 0, removed: 0, faulty: 1 });
    expect(await namesIn(server(), 'site')).toEqual(['Латте']);
    await send('PUT', `/products/${id}`, { status: 'archived' });
    expect((await synchronize(server(), [SITE])).counts).toMatchObject({ removed: 1, faulty: 0 });
    expect(await namesIn(server(), 'site')).toEqual([]);
    expect(await stateOf(server())).toMatchObject({ site: { failed: 0 } });
  });

  it('[Y13] only one run is active at a time, across processes', async () => {
    await addShops(server());
    await leaveRunning(server());
    const refused = await (await server().as('admin'))('POST', '/synchronization', { project_ids: [APP] });
    expect([refused.status, refused.message]).toEqual([409, expect.stringContaining('уже идёт')]);
  });

  it('[Y13] a cancelled run publishes nothing and keeps the drafts, and its starter is notified of who cancelled it', async () => {
    await addShops(server());
    await make(server());
    const { user } = await server().signIn('content_manager');
    const send = await server().as('admin');
    let goOn = () => {};
    const held = new Promise<void>(resolve => (goOn = resolve));
    // It comes to no end before it is cancelled, however quick the machine.
    const deps = { ...server().deps, requireRoom: () => held };
    const { run, done } = await startRun(deps, {
      projectIds: [SITE],
      onlyFailed: false,
      starter: { id: user.id, actorId: null },
    });
    expect((await send('DELETE', `/synchronization/${run.id}`)).result).toMatchObject({ status: 'canceled' });
    goOn();
    expect((await done).status).toBe('canceled');
    expect(await server().db.select().from(feedItems)).toEqual([]);
    expect(await server().db.select().from(drafts)).toMatchObject([{ status: 'current' }]);
    expect((await send('DELETE', `/synchronization/${run.id}`)).status).toBe(409);
    expect((await send('DELETE', '/synchronization/999')).status).toBe(404);
    const told = (await (await server().as('content_manager'))('GET', '/notifications')).result;
    expect(told).toMatchObject({ items: [{ kind: 'synchronization_canceled', payload: { by: 'Анна Берёзкина' } }] });
    expect((await synchronize(server(), [SITE])).counts.published).toBe(1);
  });

  it('[Y14] a run whose servers died again and again is marked failed at the next start, and its rows are deleted', async () => {
    await addShops(server());
    // A PostgreSQL may have other servers: only a run that has been silent is dead there.
    const id = await leaveRunning(server(), SILENT_SINCE);
    await server().db.update(runs).set({ deaths: 3 });
    await server()
      .db.insert(feedItems)
      .values({ since: id, project_id: SITE, entity: 'nomenclature', record_id: 1, content: { type: 'product' } });
    await (await publications.recover(server().deps))();
    expect(await runWithLog(server(), { id })).toMatchObject({
      status: 'failed',
      log: [{ level: 'error', text: expect.stringContaining('сервер остановился') as string }],
    });
    expect(await server().db.select().from(feedItems)).toEqual([]);
    expect((await synchronize(server(), [SITE])).status).toBe('finished');
  });

  it('[Y15] progress, log and end are sent on a channel for users who may view the synchronization', async () => {
    await addShops(server());
    await make(server(), { barcode: null });
    const run = await synchronize(server(), [SITE]);
    const told = server().messages.flatMap(message =>
      'event' in message && message.event === 'SYNCHRONIZATION_UPDATE' ? [message] : [],
    );
    expect(new Set(told.map(({ channel }) => channel))).toEqual(new Set([channels.synchronization]));
    expect(told.at(-1)?.payload).toMatchObject({ run_id: run.id, status: 'finished', progress: 100 });
    const { log } = await runWithLog(server(), run);
    expect(told.flatMap(({ payload }) => payload.stepItems)).toEqual(log);
    const notices = (await (await server().as('content_manager'))('GET', '/notifications')).result;
    expect(notices).toMatchObject({
      items: [
        {
          kind: 'synchronization_finished',
          payload: { published: 0, faulty: 1 },
          link: `/content/synchronization?run=${run.id}`,
        },
      ],
    });
  });

  it('[Y10] changes during a run are published by it, or stay waiting', async () => {
    await addShops(server());
    const id = await make(server());
    const send = await server().as('content_manager');
    const { user } = await server().signIn('content_manager');
    const { done } = await startRun(server().deps, {
      projectIds: [SITE],
      onlyFailed: false,
      starter: { id: user.id, actorId: null },
    });
    await send('PUT', `/products/${id}`, { name: 'Раф' });
    await done;
    const { site } = await stateOf(server());
    const waiting = await server().db.select().from(draftChanges);
    expect([await namesIn(server(), 'site'), site?.waiting]).toEqual(
      site?.waiting ? [['Латте'], waiting.length > 0 ? 1 : 0] : [['Раф'], 0],
    );
  });

  it('[Y10] archived and unknown projects are refused, and runs are listed latest first', async () => {
    await addShops(server());
    const send = await server().as('admin');
    for (const project_ids of [[99], [SITE, 99]])
      expect((await send('POST', '/synchronization', { project_ids })).status).toBe(400);
    await synchronize(server(), [SITE]);
    await synchronize(server(), [APP]);
    const { items, total } = (await send('GET', '/synchronization/runs?per_page=1')).result as {
      items: SyncRun[];
      total: number;
    };
    expect([items.length, items[0]?.projects[0]?.code, total]).toEqual([1, 'app', 2]);
  });
});
