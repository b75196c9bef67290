import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { channels } from '#contract/events.ts';
import { type ImportRun, importStatuses, type RunningImport } from '#contract/importing.ts';
import { batchPace } from '#server/db/batchPace.ts';
import { runLog, runs } from '#server/db/schema.ts';
import { describeError } from '#server/describeError.ts';
import { importRuns, recoverImports } from '#server/imports/importJob.ts';
import {
  addBrand,
  begin,
  countProducts,
  faultsOf,
  formOf,
  goods,
  header,
  IMPORT,
  importEvents,
  nextEvent,
  type RunWithLog,
  runFile,
} from '#tests/support/importing.ts';
import { describeOnBoth } from '#tests/support/server.ts';
import { NEVER_SILENT, SILENT_SINCE } from '#tests/support/silentRuns.ts';
import { csvOf } from '#tests/support/tables.ts';

describeOnBoth('§4 The import as a job', server => {
  it('[T9] [T10] [T12] [C19] a run goes from processing at 0 over updates to post-processing at 100 and finished', async () => {
    const { user } = await server().signIn('content_manager');
    const run = await runFile(server(), csvOf([header, ...goods(1, 1200)]));
    const events = importEvents(server().messages);
    expect(new Set(events.map(({ channel }) => channel))).toEqual(new Set([channels.user(user.id)]));
    const names = events.map(({ event }) => event);
    expect(names[0]).toBe('IMPORT_STARTS');
    expect(names.slice(-3)).toEqual(['IMPORT_POST', 'IMPORT_UPDATE', 'IMPORT_READY']);
    const updates = events.flatMap(message => (message.event === 'IMPORT_UPDATE' ? [message.payload] : []));
    expect(updates.flatMap(({ stepItems }) => stepItems)).toEqual(run.log);
    const progress = updates.map(update => update.progress);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(progress.at(-1)).toBe(100);
    const { importedRows: rows } = batchPace[server().deps.databaseKind];
    const counted = (all: number) => `новых ${all}, изменённых 0, без изменений 0, с ошибками 0`;
    const batches = Array.from({ length: Math.ceil(1200 / rows) }, (_, at) => {
      const [from, to] = [at * rows, Math.min(1200, (at + 1) * rows)];
      return `Строки ${from + 2}–${to + 1}: ${counted(to - from)}`;
    });
    expect(run.log.map(({ text }) => text)).toEqual([
      'Импорт файла «товары.csv» начался: строк 1200',
      ...batches,
      `Импорт завершён: ${counted(1200)}`,
    ]);
  });

  it('[W4] at the end, clients that show products are notified of a bulk change', async () => {
    await runFile(server(), csvOf([header, ...goods(1, 3)]));
    const told = server().messages.filter(message => 'event' in message && message.event === 'RECORDS_CHANGE');
    expect(told).toMatchObject([
      { channel: 'records:nomenclature', payload: { resource: 'nomenclature', ids: null, records: [], deleted: [] } },
    ]);
    const list = await (await server().as('content_manager'))('GET', '/products');
    expect(list.result).toMatchObject({ total: 3 });
  });

  it('[C18] [T14] [I8] the active run can be fetched with its log; before and after it there is none', async () => {
    const send = await server().as('content_manager');
    expect(await send('GET', IMPORT)).toMatchObject({ status: 200, result: null });
    const { done, run } = await begin(server(), goods(1, 1500));
    const { status, result } = await send('GET', IMPORT);
    expect(status).toBe(200);
    expect(result).toMatchObject({ id: run.id, file_name: 'товары.csv', counts: { faulty: 0 }, user: run.user });
    expect(importStatuses).toContain((result as z.output<typeof RunningImport>).status);
    expect((result as z.output<typeof RunningImport>).log[0]?.text).toContain('начался');
    await done;
    expect(await send('GET', IMPORT)).toMatchObject({ status: 200, result: null });
  });

  it('[I13] [T8] a second start during a run is a 409 with a message, and the database itself allows no second run', async () => {
    const send = await server().as('content_manager');
    const { done, run } = await begin(server(), goods(1, 1500));
    const second = await send('POST', IMPORT, formOf(['table', csvOf([header, ...goods(1, 1)])]));
    expect(second).toMatchObject({
      status: 409,
      code: 409,
      message: 'Импорт уже идёт: дождитесь его конца или остановите его',
    });
    const row = {
      user_id: run.user.id,
      kind: 'import' as const,
      details: { file_name: 'x' },
      started_at: new Date(),
      heartbeat_at: new Date(),
    };
    await expect(
      server()
        .db.insert(runs)
        .values({ ...row, status: 'post_processing' }),
    ).rejects.toThrow();
    await expect(done).resolves.toMatchObject({ status: 'finished' });
  });

  it('[I13] of two simultaneous starts, one succeeds and the other is a 409', async () => {
    const send = await server().as('content_manager');
    const over = nextEvent(server(), 'IMPORT_READY');
    // The first import is to last until the second file has been read, too, also where one is read after the other.
    const table = csvOf([header, ...goods(1, 9000)]);
    const answers = await Promise.all([table, table].map(bytes => send('POST', IMPORT, formOf(['table', bytes]))));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    await over;
    expect(await countProducts(server())).toBe(9000);
  });

  it('[C20] [T13] [I9] a cancelled run stops before its next batch, keeps the written rows and reports that', async () => {
    const send = await server().as('content_manager');
    const { done, run } = await begin(server(), goods(1, 6000));
    const canceled = await send('DELETE', IMPORT);
    expect(canceled.status).toBe(200);
    const { counts } = canceled.result as ImportRun;
    expect(canceled.result).toMatchObject({ id: run.id, status: 'canceled' });
    const end = await done;
    expect(end).toEqual(canceled.result);
    expect(counts.new).toBeLessThan(6000);
    expect(await countProducts(server())).toBe(counts.new);
    expect(server().faults).toEqual([]);
    const text = `Импорт остановлен. Записанное осталось: новых ${counts.new}, изменённых 0; остальные строки не читались`;
    const { log } = (await send('GET', `${IMPORT}/runs/${run.id}`)).result as RunWithLog;
    expect(log.at(-1)).toMatchObject({ level: 'warning', text });
    expect(importEvents(server().messages)).toContainEqual(
      expect.objectContaining({ event: 'IMPORT_INTERUPT', payload: { run_id: run.id, message: text } }),
    );
    expect(await send('DELETE', IMPORT)).toMatchObject({ status: 404, message: 'Импорт сейчас не идёт' });
  });

  it('[C20] a run whose rows are all written cannot be cancelled: 409', async () => {
    const { user } = await server().signIn('content_manager');
    const row = {
      user_id: user.id,
      kind: 'import' as const,
      details: { file_name: 'x' },
      started_at: new Date(),
      heartbeat_at: NEVER_SILENT,
    };
    await server()
      .db.insert(runs)
      .values({ ...row, status: 'post_processing' });
    expect(await (await server().as('content_manager'))('DELETE', IMPORT)).toMatchObject({
      status: 409,
      message: 'Все строки уже записаны, импорт завершается: остановить его нельзя',
    });
  });

  it('[I11] a failed batch is rolled back completely: rows, counts, progress and log', async () => {
    const { db, deps } = server();
    await db.execute(sql`create function explode() returns trigger language plpgsql as
      $$ begin if new.sku = 'A-1100' then raise exception 'no'; end if; return new; end $$`);
    await db.execute(sql`create trigger explode before insert on products for each row execute function explode()`);
    try {
      const { done } = await begin(server(), goods(1, 1200));
      const run = await done;
      const size = batchPace[deps.databaseKind].importedRows;
      const kept = Math.floor(1099 / size) * size;
      expect(run).toMatchObject({ status: 'failed', progress: Math.floor((kept / 1200) * 100) });
      expect(run.counts).toEqual({ new: kept, changed: 0, unchanged: 0, faulty: 0 });
      expect(await countProducts(server())).toBe(kept);
      const lines = await db.select().from(runLog).where(eq(runLog.run_id, run.id)).orderBy(runLog.seq);
      expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index + 1));
      expect(lines.slice(-2).map(({ text }) => text)).toEqual([
        expect.stringContaining(`–${kept + 1}: новых ${size}`),
        expect.stringContaining(`Импорт прерван ошибкой. Записанное осталось: новых ${kept}, изменённых 0`),
      ]);
      expect(importEvents(server().messages).at(-1)).toMatchObject({ event: 'IMPORT_ERROR' });
      expect(server().faults.map(fault => describeError(fault))).toMatchObject([
        { cause: { code: 'P0001', message: 'no' } },
      ]);
      expect(await importRuns.current(deps)).toBeNull();
    } finally {
      await db.execute(sql`drop trigger explode on products`);
      await db.execute(sql`drop function explode`);
    }
  });

  it('[I11] deleting a reference value during a run makes its rows faulty, but not the run', async () => {
    const { db } = server();
    const brand = await addBrand(server(), 'Мимолётный');
    await db.execute(
      sql.raw(`create function vanish() returns trigger language plpgsql as
      $$ begin delete from reference_values where id = ${brand}; return new; end $$`),
    );
    await db.execute(sql`create trigger vanish after insert on runs for each row execute function vanish()`);
    try {
      const run = await runFile(
        server(),
        csvOf([
          ['Артикул', 'Название', 'Бренд'],
          ['A', 'Чай', 'Мимолётный'],
          ['B', 'Кофе', ''],
        ]),
      );
      expect(run.counts).toEqual({ new: 1, changed: 0, unchanged: 0, faulty: 1 });
      expect(faultsOf(run)).toEqual([[2, 'Бренд', undefined, 'Это значение только что удалили из справочника']]);
    } finally {
      await db.execute(sql`drop trigger vanish on runs`);
      await db.execute(sql`drop function vanish`);
    }
  });

  it('[I12] a run of a killed server is marked failed with a log line after the restart, and a new one can start', async () => {
    const { user } = await server().signIn('content_manager');
    const [left] = await server()
      .db.insert(runs)
      .values({
        user_id: user.id,
        kind: 'import',
        details: { file_name: 'x.csv' },
        status: 'processing',
        progress: 40,
        counts: { new: 7 },
        started_at: new Date(),
        heartbeat_at: SILENT_SINCE,
      })
      .returning();
    const stop = await recoverImports(server().deps);
    const send = await server().as('content_manager');
    const { result } = await send('GET', `${IMPORT}/runs/${left?.id}`);
    expect(result).toMatchObject({
      status: 'failed',
      progress: 40,
      log: [
        {
          seq: 1,
          level: 'error',
          text: 'Импорт прерван: сервер остановился. Записанное осталось: новых 7, изменённых 0; отправьте файл ещё раз',
        },
      ],
    });
    expect((result as ImportRun).finished_at).not.toBeNull();
    expect((await runFile(server(), csvOf([header, ...goods(1, 1)]))).status).toBe('finished');
    await stop();
  });

  it('[I12] shutting down leaves the run to whoever carries it on, and nothing more is written', async () => {
    const stop = await recoverImports(server().deps);
    const { done } = await begin(server(), goods(1, 6000));
    await stop();
    const run = await done;
    expect(run.status).toBe('processing');
    expect(await countProducts(server())).toBe(run.counts.new);
    expect(server().faults).toEqual([]);
  });
});

describeOnBoth('§4 The import among several servers', server => {
  it('[I12] a run with a recent heartbeat belongs to another server on PostgreSQL, and to a dead one on the embedded database', async () => {
    const { user } = await server().signIn('content_manager');
    const row = {
      user_id: user.id,
      kind: 'import' as const,
      details: { file_name: 'x.csv' },
      started_at: new Date(),
      heartbeat_at: NEVER_SILENT,
    };
    await server()
      .db.insert(runs)
      .values({ ...row, status: 'processing' });
    const stop = await recoverImports(server().deps);
    const [run] = await server().db.select().from(runs);
    expect(run?.status).toBe(server().deps.databaseKind === 'postgres' ? 'processing' : 'failed');
    await stop();
  });

  it('[I12] a run without heartbeats blocks no one: the next start marks it as failed', async () => {
    const { user } = await server().signIn('content_manager');
    const row = { user_id: user.id, kind: 'import' as const, details: { file_name: 'x.csv' }, started_at: new Date() };
    await server()
      .db.insert(runs)
      .values({ ...row, status: 'post_processing', heartbeat_at: SILENT_SINCE });
    await runFile(server(), csvOf([header, ...goods(1, 1)]));
    const all = await server().db.select({ status: runs.status }).from(runs).orderBy(runs.id);
    expect(all).toEqual([{ status: 'failed' }, { status: 'finished' }]);
  });
});
