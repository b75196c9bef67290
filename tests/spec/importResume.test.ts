import { eq } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { importSources, products, runLog, runs, users } from '#server/db/schema.ts';
import { importRuns, recoverImports, type StartedImport } from '#server/imports/importJob.ts';
import { readSkipped } from '#server/imports/runs.ts';
import { createEventBus } from '#server/realtime/eventBus.ts';
import { begin, goods, IMPORT, nextEvent, type RunWithLog, runFile } from '#tests/support/importing.ts';
import { describeOnBoth, type TestServer } from '#tests/support/server.ts';
import { SILENT_SINCE } from '#tests/support/silentRuns.ts';
import { stopDuringTakeover } from '#tests/support/takeover.ts';

const ROWS = 3000;

/** Waits until some batches of a run are written. */
const midway = async (db: Database, { run }: StartedImport): Promise<void> => {
  await vi.waitUntil(
    async () => {
      const [row] = await db.select({ progress: runs.progress }).from(runs).where(eq(runs.id, run.id));
      return (row?.progress ?? 0) > 0;
    },
    { interval: 1, timeout: 30_000 },
  );
};

/** The same server after a restart: nothing of the process is left. */
const restarted = (server: TestServer) => ({ ...server.deps, realtime: createEventBus() });

const ended = async (server: TestServer, id: number): Promise<RunWithLog> => {
  const send = await server.as('content_manager');
  const read = async () => (await send('GET', `${IMPORT}/runs/${id}?limit=10000`)).result as RunWithLog;
  await vi.waitUntil(async () => !['processing', 'post_processing'].includes((await read()).status), {
    interval: 50,
    timeout: 30_000,
  });
  return read();
};

const silence = (db: Database, id: number) =>
  db.update(runs).set({ heartbeat_at: SILENT_SINCE }).where(eq(runs.id, id));

describeOnBoth('An import whose process is gone', server => {
  /** Rows that contradict earlier ones, wherever a stop cuts the file, and one that gives its key to a later row. */
  const contradicting = (): string[][] => {
    const rows = goods(1, ROWS);
    for (const at of [ROWS - 1, ROWS - 300, ROWS / 2]) rows[at] = ['A-1', 'Повтор', '1'];
    rows[ROWS - 5] = ['', 'Без ключа', '1'];
    return rows;
  };
  const stateOf = async (run: RunWithLog) => ({
    status: run.status,
    counts: run.counts,
    faults: run.log.filter(({ level }) => level === 'error').map(({ seq: _, ...line }) => line),
    goods: await server()
      .db.select({ sku: products.sku, name: products.name, version: products.version })
      .from(products)
      .orderBy(products.sku),
    skipped: await readSkipped(server().db, run.id, { after: 0, limit: 10 }),
  });

  it('[I830] [I12] goes on after the restart and ends as if nothing had happened, also when it is stopped again', async () => {
    const whole = await begin(server(), contradicting());
    await whole.done;
    const expected = await stateOf(await ended(server(), whole.run.id));
    await server().reset();

    const stop = await recoverImports(server().deps);
    const started = await begin(server(), contradicting());
    await midway(server().db, started);
    await stop();
    expect((await started.done).status).toBe('processing');
    const second = restarted(server());
    const stopSecond = await recoverImports(second);
    await stopSecond();
    const stopThird = await recoverImports(restarted(server()));
    const run = await ended(server(), started.run.id);
    await stopThird();
    expect(await stateOf(run)).toEqual(expected);
    expect(run.log.map(({ seq }) => seq)).toEqual(run.log.map((_, at) => at + 1));
    expect(run.log.filter(({ text }) => text.startsWith('Сервер перезапустился, импорт продолжается'))).not.toEqual([]);
    expect(server().faults).toEqual([]);
  });

  it.each([1, 2])('[Z48] is left to the next process by one that stops before it begins it (%s)', async at => {
    const { config } = server().deps;
    const leaveRun = async () => {
      server().deps.config = { ...config, roles: ['web'] };
      const { run, done } = await begin(server(), goods(1, 300));
      await done;
      server().deps.config = config;
      return run.id;
    };
    const engine = { recover: recoverImports, failSilent: importRuns.failSilent };
    const id = await stopDuringTakeover(server(), engine, { leaveRun, at });
    expect(await server().db.$count(products)).toBe(0);
    const stop = await recoverImports(restarted(server()));
    expect((await ended(server(), id)).counts).toMatchObject({ new: 300 });
    await stop();
    expect(server().faults).toEqual([]);
  });

  it('[I831] is carried on by one process only: the earlier one writes nothing more', async () => {
    const started = await begin(server(), goods(1, ROWS));
    await midway(server().db, started);
    await silence(server().db, started.run.id);
    const stop = await recoverImports(restarted(server()));
    const run = await ended(server(), started.run.id);
    await started.done;
    await stop();
    expect([run.status, run.counts]).toEqual(['finished', { new: ROWS, changed: 0, unchanged: 0, faulty: 0 }]);
    const [left] = await server().db.select({ attempt: runs.attempt }).from(runs).where(eq(runs.id, run.id));
    expect(left?.attempt).toBe(2);
    expect(run.log.filter(({ text }) => text.startsWith('Импорт завершён'))).toHaveLength(1);
    expect(server().faults).toEqual([]);
  });

  it('[I832] ends as failed where nobody may carry it on: its author was blocked, or its processes died again and again', async () => {
    const [author, tries] = ['author', 'tries'];
    for (const why of [author, tries]) {
      const stop = await recoverImports(server().deps);
      const started = await begin(server(), goods(1, ROWS));
      await midway(server().db, started);
      await stop();
      if (why === author)
        await server().db.update(users).set({ status: 'blocked' }).where(eq(users.id, started.run.user.id));
      else {
        await server().db.update(runs).set({ deaths: 3 }).where(eq(runs.id, started.run.id));
        await silence(server().db, started.run.id);
      }
      const stopAgain = await recoverImports(restarted(server()));
      const [run] = await vi.waitUntil(
        async () => {
          const found = await server().db.select().from(runs).where(eq(runs.id, started.run.id));
          return found[0]?.status === 'failed' && found;
        },
        { timeout: 30_000 },
      );
      await stopAgain();
      const log = await server().db.select().from(runLog).where(eq(runLog.run_id, started.run.id)).orderBy(runLog.seq);
      expect(log.at(-1)?.text).toMatch(/^Импорт прерван: сервер остановился\. Записанное осталось: новых \d+/);
      expect(run?.counts['new']).toBeGreaterThan(0);
      await server().reset();
    }
  });

  it('[I833] was finishing, finishes', async () => {
    const started = await begin(server(), goods(1, 20));
    await started.done;
    await server().deps.backgroundTasks.whenSettled();
    await server()
      .db.update(runs)
      .set({ status: 'post_processing', finished_at: null })
      .where(eq(runs.id, started.run.id));
    await server()
      .db.insert(importSources)
      .values({
        run_id: started.run.id,
        key: 'gone',
        mapping: { sheet: null } as never,
        edits: null,
      });
    await silence(server().db, started.run.id);
    const stop = await recoverImports(restarted(server()));
    expect((await ended(server(), started.run.id)).status).toBe('finished');
    await stop();
  });

  it('[I834] leaves neither its file nor what it kept for others when it has ended', async () => {
    const over = nextEvent(server(), 'IMPORT_READY');
    await runFile(server(), `Артикул;Название\nA;Чай`);
    await over;
    await server().deps.backgroundTasks.whenSettled();
    expect(await server().db.$count(importSources)).toBe(0);
    const send = await server().as('content_manager');
    expect((await send('GET', IMPORT)).result).toBeNull();
  });
});
