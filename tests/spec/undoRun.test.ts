import { asc, eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { MAX_DIRECT_RECORDS } from '#contract/undo.ts';
import { pruneHistory } from '#server/batches/pruneHistory.ts';
import { batchPace } from '#server/db/batchPace.ts';
import { batches, changes, drafts, notifications, products, runs } from '#server/db/schema.ts';
import { undoRuns } from '#server/undo/undoRun.ts';
import { addManyProducts } from '#tests/support/records.ts';
import { describeOnBoth } from '#tests/support/server.ts';
import { NEVER_SILENT } from '#tests/support/silentRuns.ts';
import { another, finished, stopDuringTakeover } from '#tests/support/takeover.ts';
import { batchOf, holdAfterFirstUnit, previewOf, stateOf, undo } from '#tests/support/undoing.ts';

describeOnBoth('Undo of a large batch', server => {
  /** More than a request takes back, and at least three units. */
  const countRecords = () => Math.max(MAX_DIRECT_RECORDS, 2 * batchPace[server().deps.databaseKind].rows) + 100;

  /** Enough for a busy machine. */
  const TIMEOUT = 180_000;

  const begin = async () => {
    const count = countRecords();
    await addManyProducts(server(), count);
    const send = await server().as('admin');
    const before = await stateOf(server());
    const ids = Array.from({ length: count }, (_, index) => index + 1);
    const write = await send('PUT', '/products', { ids, data: { status: 'active', price: 5 } });
    return { send, before, count, batch: batchOf(write) };
  };

  const readRun = async (id: number) => {
    const [run] = await server().db.select().from(runs).where(eq(runs.id, id));
    if (!run) throw new Error('there is no run');
    return run;
  };

  it(
    '[J670] is a run with progress, counts and a log, and one batch that can be taken back',
    async () => {
      const { send, batch, count } = await begin();
      await send('PUT', '/products/7', { price: 9 });
      await send('DELETE', '/products/8');
      const preview = await previewOf(send, batch);
      expect(preview).toMatchObject({
        is_long: true,
        records: count - 1,
        entities: [{ entity: 'nomenclature', restored: 0, removed: 0, changed: count - 1 }],
        back: { total: 2 * (count - 1) - 1 },
        since: { total: 1, items: [{ name: 'Товар 007', field: 'price', before: 106, after: 5, current: 9 }] },
        refused: { total: 1, items: [{ name: 'Товар 008', message: 'Записи больше нет' }] },
      });
      expect(preview.back.items.slice(0, 2)).toMatchObject([
        { name: 'Товар 001', field: 'price' },
        { name: 'Товар 001', field: 'status' },
      ]);
      const { run_id } = await undo(send, batch);
      expect((await send('POST', `/batches/${batch}/undo`, {})).status).toBe(409);
      await server().deps.backgroundTasks.whenSettled();
      const run = (await send('GET', `/undo/runs/${run_id}`)).result;
      expect(run).toMatchObject({
        status: 'finished',
        progress: 100,
        batch_id: batch,
        counts: { restored: 0, removed: 0, changed: count - 1, since: 1, refused: 1 },
        log: [
          { level: 'info', text: `Отменяем: записей ${count}` },
          { text: 'Товар 007: изменено с тех пор, остаётся как есть', record: { entity: 'nomenclature', id: 7 } },
          { level: 'warning', text: 'Товар 008: Записи больше нет', record: { entity: 'nomenclature', id: 8 } },
          { level: 'warning', text: `Отмена завершена: вернулось записей ${count - 1}, осталось как есть 2` },
        ],
      });
      const undone = await server().db.select().from(batches).where(eq(batches.kind, 'undo'));
      expect(undone).toMatchObject([{ details: { undoes: batch, run_id }, summary: [{ records: count - 1 }] }]);
      expect(await server().db.$count(products, eq(products.status, 'draft'))).toBe(count - 1);
      expect(await server().db.select().from(notifications)).toMatchObject([
        { kind: 'undo_finished', payload: { run_id, records: count - 1, left: 2 } },
      ]);
      const other = await server().as('content_manager');
      expect((await other('GET', `/undo/runs/${run_id}`)).status).toBe(404);
      expect((await send('DELETE', `/undo/runs/${run_id}`)).status).toBe(409);
    },
    TIMEOUT,
  );

  it('[J685] counts in the preview of a large batch only what the caller may see', async () => {
    const admin = await server().as('admin');
    const access = { users: [], roles: [{ slug: 'admin', level: 'edit' }] };
    const batch = batchOf(await admin('POST', '/matrices', { name: 'Тайная', access }));
    await server().db.execute(sql`insert into matrices (name) select 'Зима ' || n from generate_series(1, 1100) n`);
    await server().db.execute(sql`insert into changes (batch_id, draft_id, entity, record_id, field, item, before, after)
      select ${batch}::integer, 0, 'matrices', id, 'name', '', '"Лето"', to_jsonb(name) from matrices where id > 1`);
    const manager = await server().as('manager_matrix');
    expect(await previewOf(manager, batch)).toMatchObject({ is_long: true, refused: { total: 30 }, hidden: 1 });
    expect(await previewOf(admin, batch)).toMatchObject({
      is_long: true,
      records: 1101,
      back: { total: 1101 },
      hidden: 0,
    });
  });

  it('[J725] does not promise the rest of a large batch if all that was tried is refused', async () => {
    const admin = await server().as('admin');
    const batch = batchOf(await admin('POST', '/matrices', { name: 'Лето' }));
    await server().db.execute(sql`insert into matrices (name) select 'Зима ' || n from generate_series(1, 1100) n`);
    await server().db.execute(sql`insert into changes (batch_id, draft_id, entity, record_id, field, item, before, after)
      select ${batch}::integer, 0, 'matrices', id, 'name', '', '"Лето"', to_jsonb(name) from matrices where id > 1`);
    // Matrices of others are not theirs to change.
    const manager = await server().as('manager_matrix');
    expect(await previewOf(manager, batch)).toMatchObject({
      is_long: true,
      records: 0,
      entities: [],
      back: { total: 0 },
      refused: { total: 30 },
      untried: [{ entity: 'matrices', tried: 30, records: 1071 }],
    });
    expect(await previewOf(admin, batch)).toMatchObject({ records: 1101, back: { total: 1101 }, untried: [] });
  });

  it('[J670] lists records that a large batch created, without those that others have worked on or deleted', async () => {
    const send = await server().as('admin');
    const batch = batchOf(await send('POST', '/products', { name: 'Первый' }));
    await addManyProducts(server(), 1100);
    await server().db.execute(sql`insert into changes (batch_id, draft_id, entity, record_id, field, item, after)
      select ${batch}::integer, (select id from drafts), 'nomenclature', id, '', '', jsonb_build_object('name', name)
      from products where id > 1`);
    await send('PUT', '/products/700', { name: 'Другой' });
    await send('DELETE', '/products/900');
    const preview = await previewOf(send, batch);
    expect(preview).toMatchObject({
      is_long: true,
      records: 1099,
      entities: [{ entity: 'nomenclature', restored: 0, removed: 1099, changed: 0 }],
      back: { total: 1099 },
      since: { total: 1, items: [{ name: 'Другой', field: '' }] },
      refused: { total: 0 },
    });
    expect(preview.back.items[0]).toMatchObject({ name: 'Первый', field: '' });
    // Without the permission to delete, none of them.
    expect(await previewOf(await server().as('photographer'), batch)).toMatchObject({
      records: 0,
      back: { total: 0 },
      untried: [{ entity: 'nomenclature', tried: 30, records: 1069 }],
    });
    expect(await server().db.$count(products)).toBe(1100);
  });

  it('[J689] takes back a single record with many changes', async () => {
    const send = await server().as('admin');
    const batch = batchOf(await send('POST', '/matrices', { name: 'Зима' }));
    const addChanges = (from: number, to: number) =>
      server().db.execute(sql`insert into changes (batch_id, draft_id, entity, record_id, field, item, after)
        select ${batch}::integer, 0, 'matrices', 1, 'products', n, to_jsonb(n)
        from generate_series(${from}::integer, ${to}::integer) n`);
    await addChanges(1, 4999);
    expect(await previewOf(send, batch)).toMatchObject({ is_long: false });
    await addChanges(5000, 5000);
    expect(await previewOf(send, batch)).toMatchObject({ is_long: true, records: 1 });
  });

  it.each(['processing', 'post_processing'] as const)(
    '[J686] waits for the run that writes a batch while it is %s',
    async status => {
      await addManyProducts(server(), 1);
      const send = await server().as('admin');
      const batch = batchOf(await send('PUT', '/products/1', { price: 5 }));
      const at = new Date();
      const [run] = await server()
        .db.insert(runs)
        .values({ kind: 'import', status, user_id: 1, started_at: at, heartbeat_at: NEVER_SILENT })
        .returning();
      const details = { run_id: run?.id ?? 0 };
      await server().db.update(batches).set({ kind: 'import', details }).where(eq(batches.id, batch));
      for (const path of ['undo/preview', 'undo'])
        expect(await send('POST', `/batches/${batch}/${path}`, path === 'undo' ? {} : undefined)).toMatchObject({
          status: 409,
          message: 'Эту правку ещё записывает фоновая работа: отмените, когда она закончится',
        });
      await server().db.update(runs).set({ status: 'finished' });
      expect(await undo(send, batch)).toMatchObject({ records: 1 });
    },
  );

  it('[J687] keeps its batch from the clean-up of the history', async () => {
    await addManyProducts(server(), 2);
    const send = await server().as('admin');
    const [kept, old] = [
      batchOf(await send('PUT', '/products/1', { price: 5 })),
      batchOf(await send('PUT', '/products/2', { price: 5 })),
    ];
    const at = new Date('2020-01-01T00:00:00Z');
    await server().db.update(batches).set({ at });
    await server().db.update(drafts).set({ status: 'history', closed_at: at });
    const details = { batch_id: kept, overwrite: [], done: 0 };
    await server()
      .db.insert(runs)
      .values({ kind: 'undo', status: 'processing', user_id: 1, started_at: at, heartbeat_at: at, details });
    const countOf = (batch: number) => server().db.$count(changes, eq(changes.batch_id, batch));
    await pruneHistory(server().deps);
    expect([await countOf(kept), await countOf(old)]).toEqual([1, 0]);
    await server().db.update(runs).set({ status: 'finished' });
    await pruneHistory(server().deps);
    expect(await countOf(kept)).toBe(0);
  });

  it.each([1, 2])('[Z48] is left to the next process by one that stops before it begins it (%s)', async at => {
    await addManyProducts(server(), 2);
    const send = await server().as('admin');
    const { user } = await server().signIn('admin');
    const before = await stateOf(server());
    const details = { batch_id: batchOf(await send('PUT', '/products/1', { price: 5 })), overwrite: [], done: 0 };
    const times = { started_at: new Date(), heartbeat_at: new Date(0) };
    const leaveRun = async () => {
      const values = { kind: 'undo' as const, status: 'processing' as const, user_id: user.id, details, ...times };
      const [run] = await server().db.insert(runs).values(values).returning();
      return run?.id ?? 0;
    };
    const id = await stopDuringTakeover(server(), undoRuns, { leaveRun, at });
    const stop = await undoRuns.recover(another(server()));
    await finished(server(), id);
    await stop();
    expect(await stateOf(server())).toEqual(before);
    expect(server().faults).toEqual([]);
  });

  it(
    '[J671] goes on where it was when the server stops in the middle, and no record is in between',
    async () => {
      const { send, before, batch, count } = await begin();
      const stop = await undoRuns.recover(server().deps);
      const goOn = holdAfterFirstUnit(server());
      const { run_id } = await undo(send, batch);
      await expect.poll(async () => (await readRun(run_id ?? 0)).progress, { interval: 5 }).toBeGreaterThan(0);
      const stopping = stop();
      goOn();
      await stopping;
      const halfway = await readRun(run_id ?? 0);
      expect([halfway.status, halfway.progress < 100]).toEqual(['processing', true]);
      const states = await server()
        .db.select({ status: products.status, isOld: sql<boolean>`price <> 5`, count: sql<number>`count(*)::integer` })
        .from(products)
        .groupBy(products.status, sql`price <> 5`)
        .orderBy(asc(products.status));
      expect(states.map(({ status, isOld }) => [status, isOld])).toEqual([
        ['active', false],
        ['draft', true],
      ]);
      const stopAgain = await undoRuns.recover(server().deps);
      await expect.poll(async () => (await readRun(run_id ?? 0)).status).toBe('finished');
      await server().deps.backgroundTasks.whenSettled();
      await stopAgain();
      expect(await stateOf(server())).toEqual(before);
      const [undone, ...others] = await server().db.select().from(batches).where(eq(batches.kind, 'undo'));
      expect(others).toEqual([]);
      expect(await server().db.$count(changes, eq(changes.batch_id, undone?.id ?? 0))).toBe(count * 2);
      expect((await readRun(run_id ?? 0)).counts).toMatchObject({ changed: count });
    },
    TIMEOUT,
  );

  it(
    '[J671] is stopped by who began it, and what it took back stays so',
    async () => {
      const { send, batch, count } = await begin();
      const goOn = holdAfterFirstUnit(server());
      const { run_id } = await undo(send, batch);
      await expect.poll(async () => (await readRun(run_id ?? 0)).progress, { interval: 5 }).toBeGreaterThan(0);
      const answer = await send('DELETE', `/undo/runs/${run_id}`);
      expect(answer.result).toMatchObject({ status: 'canceled' });
      goOn();
      await server().deps.backgroundTasks.whenSettled();
      const returned = await server().db.$count(products, eq(products.status, 'draft'));
      const { counts } = await readRun(run_id ?? 0);
      expect(counts).toMatchObject({ changed: returned });
      expect(returned).toBeGreaterThan(0);
      expect(returned).toBeLessThan(count);
      // What is left can be taken back later.
      await undo(send, batch);
      await server().deps.backgroundTasks.whenSettled();
      expect(await server().db.$count(products, eq(products.status, 'draft'))).toBe(count);
    },
    TIMEOUT,
  );
});
