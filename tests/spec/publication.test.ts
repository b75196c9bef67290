import { eq, sql } from 'drizzle-orm';
import { describe, expect, inject, it, vi } from 'vitest';
import { queryRows } from '#server/db/database.ts';
import { feedItems, runs } from '#server/db/schema.ts';
import { writeAs } from '#server/drafts/author.ts';
import { listCarriedRuns } from '#server/jobs/heartbeat.ts';
import { SWEEP_INTERVAL_MS } from '#server/jobs/takeoverTimes.ts';
import { publications, startRun } from '#server/publishing/publishingJob.ts';
import { eventually } from '#tests/support/eventually.ts';
import { openTransaction } from '#tests/support/openTransaction.ts';
import { recordIn } from '#tests/support/samples.ts';
import { describeOnBoth, type TestServer, useTestServer } from '#tests/support/server.ts';
import { SILENT_SINCE } from '#tests/support/silentRuns.ts';
import { addShops, feedOf, productsIn, SITE, stateOf, synchronize } from '#tests/support/synchronization.ts';
import { another } from '#tests/support/takeover.ts';

const make = async (server: TestServer, name: string, barcode: string | null): Promise<number> => {
  const send = await server.as('content_manager');
  return recordIn(await send('POST', '/products', { name, status: 'active', categories: [2], barcode })).id;
};
const namesOf = async (server: TestServer) => productsIn(await feedOf(server, 'site')).map(({ name }) => name);

describe.skipIf(!inject('server').postgres)('Y A publication beside others', () => {
  const server = useTestServer('postgres');

  const someoneWaitsFor = (table: string) =>
    eventually(async () =>
      expect(
        await queryRows(
          server().db,
          sql`select from pg_locks where not granted and relation = ${table}::regclass
              and database = (select oid from pg_database where datname = current_database())`,
        ),
      ).not.toEqual([]),
    );
  const locksOn = async (table: string) =>
    (
      await queryRows<{ mode: string }>(
        server().db,
        sql`select mode from pg_locks where relation = ${table}::regclass
          and database = (select oid from pg_database where datname = current_database())`,
      )
    ).map(({ mode }) => mode);
  const progressOf = async (id: number) =>
    (await server().db.select({ progress: runs.progress }).from(runs).where(eq(runs.id, id)))[0]?.progress;
  const begin = async () => {
    await addShops(server());
    const id = await make(server(), 'Латте', '4600000000015');
    await make(server(), 'Моккачино', '4600000000022');
    const { user } = await server().signIn('content_manager');
    const rename = async (tx: TestServer['db']) => {
      await writeAs(tx, { id: user.id, actorId: null, network: '' });
      await tx.execute(sql`update products set name = 'Раф', version = version + 1 where id = ${id}`);
    };
    const start = () =>
      startRun(server().deps, { projectIds: [SITE], onlyFailed: false, starter: { id: user.id, actorId: null } });
    return { rename, start };
  };

  it('[O1] a run stages everything before it blocks writers, and publishes what was written meanwhile', async () => {
    const { rename, start } = await begin();
    const save = await openTransaction(server(), rename);
    const { run, done } = await start();
    await someoneWaitsFor('drafts');
    const placed = await server().db.select().from(feedItems).where(eq(feedItems.since, run.id));
    expect(placed.map(({ content }) => (content as { name: string }).name)).toEqual(
      expect.arrayContaining(['Латте', 'Моккачино']),
    );
    expect(await namesOf(server())).toEqual([]);
    await save();
    expect((await done).counts).toMatchObject({ published: 2 });
    expect(await namesOf(server())).toEqual(['Раф', 'Моккачино']);
  });

  it('[O24] an end that loses against another transaction and is repeated publishes what was written meanwhile', async () => {
    const { rename, start } = await begin();
    await server().db.execute(sql`create sequence ends`);
    await server().db.execute(sql`create function lose_once() returns trigger language plpgsql as $$ begin
      if nextval('ends') = 1 then raise exception 'lost' using errcode = '40P01'; end if;
      return new;
    end $$`);
    await server().db.execute(
      sql`create trigger lose_once before update on feeds for each row execute function lose_once()`,
    );
    const save = await openTransaction(server(), rename);
    const { done } = await start();
    await someoneWaitsFor('drafts');
    await save();
    expect((await done).counts).toMatchObject({ published: 2 });
    expect(await namesOf(server())).toEqual(['Раф', 'Моккачино']);
    await server().db.execute(sql`drop function lose_once cascade; drop sequence ends`);
  });

  it('[O1] a run waits for transactions that started before it, without blocking others', async () => {
    const { rename, start } = await begin();
    const save = await openTransaction(server(), rename);
    const { run, done } = await start();
    await eventually(async () => expect(await progressOf(run.id)).toBe(99));
    expect(await locksOn('drafts')).not.toContain('ExclusiveLock');
    await save();
    await done;
    expect(await namesOf(server())).toEqual(['Раф', 'Моккачино']);
  });

  it('[O1] changes that start during the run are included', async () => {
    const { rename, start } = await begin();
    const goOn = await openTransaction(server(), tx =>
      tx.execute(sql`lock table category_trees in access exclusive mode`),
    );
    const { done } = await start();
    await someoneWaitsFor('category_trees');
    const save = await openTransaction(server(), rename);
    await goOn();
    await someoneWaitsFor('drafts');
    await save();
    await done;
    expect(await namesOf(server())).toEqual(['Раф', 'Моккачино']);
    expect(await stateOf(server())).toMatchObject({ site: { items: 2, waiting: 0 } });
  });

  it('[O8] a start does not wait for the cleanup that a process left, and a stop only for its statement in progress', async () => {
    await addShops(server());
    const { id } = await synchronize(server(), [SITE]);
    await server().db.update(runs).set({ is_tidy: false, heartbeat_at: SILENT_SINCE });
    const release = await openTransaction(server(), tx => tx.execute(sql`lock table feed_items in exclusive mode`));
    const next = another(server());
    const stop = await publications.recover(next);
    await someoneWaitsFor('feed_items');
    expect(listCarriedRuns(next)).toEqual([id]);
    let hasStopped = false;
    const stopping = stop().then(() => {
      hasStopped = true;
    });
    await someoneWaitsFor('feed_items');
    expect(hasStopped).toBe(false);
    await release();
    await stopping;
    expect(listCarriedRuns(next)).toEqual([]);
    expect(await server().db.select({ is_tidy: runs.is_tidy }).from(runs)).toEqual([{ is_tidy: false }]);
    expect(server().faults).toEqual([]);
  });
});

describeOnBoth('Y What a feed serves', server => {
  const untidy = () => server().db.select().from(runs).where(eq(runs.is_tidy, false));
  const leftovers = async () =>
    (
      await queryRows<Record<'uncounted' | 'replaced' | 'gone', number>>(
        server().db,
        sql`select (select count(*) from drafts where errors_count is null)::integer as uncounted,
          (select count(*) from feed_items old where exists (select from feed_items row where row.since > old.since
            and row.entity = old.entity and row.record_id = old.record_id))::integer as replaced,
          (select count(*) from feed_items where content is null)::integer as gone`,
      )
    )[0];

  it('[O2] neither superseded rows nor those of an unfinished run are served', async () => {
    await addShops(server());
    const id = await make(server(), 'Латте', '4600000000015');
    const gone = await make(server(), 'Эспрессо', '4600000000022');
    await synchronize(server(), [SITE]);
    const send = await server().as('content_manager');
    await send('PUT', `/products/${id}`, { name: 'Раф' });
    await send('PUT', `/products/${gone}`, { status: 'archived' });
    const { id: since } = await synchronize(server(), [SITE]);
    const row = { project_id: SITE, entity: 'nomenclature' as const };
    const before = await server().db.select().from(feedItems).where(eq(feedItems.entity, 'nomenclature'));
    expect(before).toMatchObject([{ record_id: id, since }]);
    const content = before[0]?.content;
    await server()
      .db.insert(feedItems)
      .values([
        { ...row, record_id: id, since: 0, content: { ...(content as object), name: 'Прежний' } },
        { ...row, record_id: gone, since: 0, content: { ...(content as object), id: gone, name: 'Прежний' } },
        { ...row, record_id: gone, since, content: null },
        { ...row, record_id: id, since: since + 1, content: { ...(content as object), name: 'Будущий' } },
      ]);
    expect(await namesOf(server())).toEqual(['Раф']);
  });

  it('[O3] retrying failures does not count as a first publication', async () => {
    await addShops(server());
    const bare = await make(server(), 'Латте', null);
    await synchronize(server(), [SITE]);
    const send = await server().as('content_manager');
    await send('PUT', `/products/${bare}`, { barcode: '4600000000015', categories: [2, 3] });
    const again = await send('POST', '/synchronization', { project_ids: [2], only_failed: true });
    expect([again.status, again.message]).toEqual([409, 'У выбранных проектов нет записей с ошибками']);
    const run = await synchronize(server(), [1, 2], { onlyFailed: true });
    expect(run.projects.map(({ code }) => code)).toEqual(['site']);
    expect(await stateOf(server())).toMatchObject({
      site: { failed: 0, items: 1 },
      app: { last: null, items: 0, waiting: 1 },
    });
  });

  it('[O8] an interrupted cleanup is completed by the next process, even without a restart', async () => {
    const { db, deps } = server();
    await addShops(server());
    const id = await make(server(), 'Латте', '4600000000015');
    const gone = await make(server(), 'Эспрессо', '4600000000022');
    await synchronize(server(), [SITE]);
    const send = await server().as('content_manager');
    await send('PUT', `/products/${id}`, { name: 'Раф' });
    await send('PUT', `/products/${gone}`, { status: 'archived' });
    await db.execute(sql`create function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$`);
    await db.execute(sql`create trigger fail before update of errors_count on drafts execute function fail()`);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const stop = await publications.recover(deps);
    try {
      expect(await synchronize(server(), [SITE])).toMatchObject({ status: 'finished' });
      expect(await leftovers()).toEqual({ uncounted: 1, replaced: 2, gone: 1 });
      await db.execute(sql`drop function fail cascade`);
      // Its own process had its time.
      await db.update(runs).set({ heartbeat_at: SILENT_SINCE });
      vi.advanceTimersByTime(SWEEP_INTERVAL_MS);
      await eventually(async () => expect(await leftovers()).toEqual({ uncounted: 0, replaced: 0, gone: 0 }));
      await eventually(async () => expect(await untidy()).toEqual([]));
    } finally {
      vi.useRealTimers();
      await stop();
      await db.execute(sql`drop function if exists fail cascade`);
    }
    expect(await namesOf(server())).toEqual(['Раф']);
  });

  it('[O8] a server that stops does not wait for the cleanup, but leaves it to the next process', async () => {
    const { deps } = server();
    await addShops(server());
    const id = await make(server(), 'Латте', '4600000000015');
    await synchronize(server(), [SITE]);
    await (await server().as('content_manager'))('PUT', `/products/${id}`, { name: 'Раф' });
    const stop = await publications.recover(deps);
    let stopping: Promise<void> | undefined;
    const stopListening = deps.realtime.listen(message => {
      if ('event' in message && message.event === 'SYNCHRONIZATION_UPDATE' && message.payload.status === 'finished')
        stopping ??= stop();
    });
    expect(await synchronize(server(), [SITE])).toMatchObject({ status: 'finished' });
    stopListening();
    await stopping;
    expect(await leftovers()).toMatchObject({ replaced: 1 });
    expect(await untidy()).toHaveLength(1);
    const stopNext = await publications.recover(another(server()));
    await eventually(async () => expect(await untidy()).toEqual([]));
    await stopNext();
    expect(await leftovers()).toMatchObject({ replaced: 0 });
    expect(server().faults).toEqual([]);
  });
});
