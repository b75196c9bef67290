import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { pruneHistory } from '#server/batches/pruneHistory.ts';
import { batches, changes, drafts, trash } from '#server/db/schema.ts';
import { closeAll } from '#tests/support/recordedDrafts.ts';
import { addProducts } from '#tests/support/records.ts';
import { recordIn } from '#tests/support/samples.ts';
import { describeOnBoth } from '#tests/support/server.ts';
import {
  APP,
  addShops,
  feedOf,
  productsIn,
  runWithLog,
  SITE,
  stateOf,
  synchronize,
} from '#tests/support/synchronization.ts';

describeOnBoth('What is kept of the history, and which prices are marked', server => {
  const DAY_MS = 86_400_000;
  const settings = { keep_days: 100, price_percent: 50 };
  const count = async () => [
    await server().db.$count(batches),
    await server().db.$count(changes),
    await server().db.$count(drafts),
  ];

  it('[J707] is a setting of 400 days and 30 %, which only those with settings_project may change, and which is logged', async () => {
    const send = await server().as('admin');
    const others = await server().as('photographer');
    expect((await others('GET', '/history-settings')).result).toEqual({ keep_days: 400, price_percent: 30 });
    expect((await others('PUT', '/history-settings', settings)).status).toBe(403);
    expect((await send('PUT', '/history-settings', { ...settings, keep_days: 29 })).status).toBe(400);
    expect((await send('PUT', '/history-settings', settings)).status).toBe(200);
    expect((await send('PUT', '/history-settings', settings)).status).toBe(200);
    expect((await others('GET', '/history-settings')).result).toEqual(settings);
    const events = (await send('GET', '/security-events?kind=setting_changed')).result as {
      items: object[];
      total: number;
    };
    expect(events).toMatchObject({ total: 1, items: [{ about: { resource: 'historySettings' } }] });
  });

  it('[J707] a clean-up removes what is older, in pieces, with the batches and drafts that have nothing left', async () => {
    await addProducts(server(), { name: 'Квас' });
    const send = await server().as('admin');
    await send('PUT', '/products/1', { name: 'Морс' });
    await send('POST', '/reference/brand/value', { name: 'Заря' });
    await closeAll(server(), { runId: 1, at: new Date() });
    await send('PUT', '/products/1', { name: 'Сок' });
    server().freeze();
    await pruneHistory(server().deps);
    expect(await count()).toEqual([3, 3, 2]);
    server().advance(401 * DAY_MS);
    await pruneHistory(server().deps);
    expect(await count()).toEqual([1, 1, 1]);
    const [left] = await server().db.select().from(changes).innerJoin(drafts, eq(drafts.id, changes.draft_id));
    expect(left?.drafts.status).toBe('current');
  });

  it('[J707] what a record in the trash needs to come back is kept', async () => {
    await addProducts(server(), { name: 'Квас' });
    const send = await server().as('admin');
    await send('DELETE', '/products/1');
    await closeAll(server(), { runId: 1, at: new Date() });
    await pruneHistory({ ...server().deps, clock: () => new Date(Date.now() + 401 * DAY_MS) });
    expect(await count()).toEqual([1, 1, 1]);
    await server().db.delete(trash);
    await pruneHistory({ ...server().deps, clock: () => new Date(Date.now() + 401 * DAY_MS) });
    expect(await count()).toEqual([0, 0, 0]);
  });

  it('[Y332] a shop that received nothing for longer than the history is kept receives every change', async () => {
    await addShops(server());
    const send = await server().as('content_manager');
    const { id } = recordIn(await send('POST', '/products', { name: 'Латте', status: 'active', categories: [2, 3] }));
    await send('PUT', `/products/${id}`, { barcode: '4600000000015' });
    await synchronize(server(), [SITE, APP]);
    await send('PUT', `/products/${id}`, { name: 'Раф' });
    await synchronize(server(), [SITE]);
    await pruneHistory({ ...server().deps, clock: () => new Date(Date.now() + 401 * DAY_MS) });
    expect(await server().db.$count(changes)).toBe(0);
    const { app, site } = await stateOf(server());
    expect([app, site]).toMatchObject([
      { cause: 'history', waiting: 1 },
      { cause: null, waiting: 0 },
    ]);
    const run = await synchronize(server(), [APP]);
    const texts = (await runWithLog(server(), run)).log.map(({ text }) => text);
    expect(texts).toContainEqual(expect.stringMatching(/^Проект давно не публиковали.*Приложение$/));
    expect(productsIn(await feedOf(server(), 'app')).map(({ name }) => name)).toEqual(['Раф']);
  });

  it('[J707] a clean-up removes more changes than one piece holds, and keeps drafts whole that were closed later', async () => {
    await addProducts(server(), ...Array.from({ length: 30 }, (_, at) => ({ name: `Товар ${at}` })));
    const send = await server().as('admin');
    const ids = Array.from({ length: 30 }, (_, at) => at + 1);
    await send('PUT', '/products', { ids, data: { status: 'archived', weight: 1 } });
    await server()
      .db.update(batches)
      .set({ at: new Date(Date.now() - 500 * DAY_MS) });
    await closeAll(server(), { runId: 1, at: new Date() });
    await pruneHistory(server().deps);
    expect(await count()).toEqual([1, 60, 1]);
    await pruneHistory({ ...server().deps, clock: () => new Date(Date.now() + 401 * DAY_MS) }, 7);
    expect(await count()).toEqual([0, 0, 0]);
  });

  it('[J708] the preview of a bulk edit counts the prices that change by more than the limit', async () => {
    await addProducts(server(), { name: 'Квас', price: 100 }, { name: 'Сок', price: 60 }, { name: 'Чай' });
    const send = await server().as('admin');
    const body = { ids: [1, 2, 3], data: { price: 75 } };
    const preview = async () => ((await send('POST', '/products/preview', body)).result as { prices: object }).prices;
    expect(await preview()).toEqual({ changed: 2, mean: 0, rising: 0, falling: 0, percent: 30 });
    await send('PUT', '/history-settings', { keep_days: 400, price_percent: 20 });
    expect(await preview()).toEqual({ changed: 2, mean: 0, rising: 1, falling: 1, percent: 20 });
  });
});
