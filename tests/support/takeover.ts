import { setImmediate } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { runs } from '#server/db/schema.ts';
import type { ServerDeps } from '#server/http/deps.ts';
import { listCarriedRuns } from '#server/jobs/heartbeat.ts';
import { createEventBus } from '#server/realtime/eventBus.ts';
import { eventually } from './eventually.ts';
import type { TestServer } from './server.ts';

/** Another process, which knows nothing of the first. */
export const another = ({ deps }: TestServer) => ({ ...deps, realtime: createEventBus(), requireRoom: undefined });

export const statusOf = async ({ db }: TestServer, id: number) =>
  (await db.select({ status: runs.status }).from(runs).where(eq(runs.id, id)))[0]?.status;

export const logOf = async ({ db }: TestServer, id: number) =>
  (await db.query.runLog.findMany({ where: (line, { eq }) => eq(line.run_id, id), orderBy: line => line.seq })).map(
    ({ text }) => text,
  );

export const finished = (server: TestServer, id: number) =>
  eventually(async () => expect(await statusOf(server, id)).toBe('finished'));

interface Engine {
  recover: (deps: ServerDeps) => Promise<() => Promise<void>>;
  failSilent: (deps: ServerDeps) => Promise<void>;
}

/**
 * Lets a worker stop while it prepares a run that it has taken over. Expects that the run is left to the next worker.
 * @param leaveRun begins the run and leaves it. @returns its id
 * @param at number of the transaction after which it stops; the first one ends the other silent runs
 */
export const stopDuringTakeover = async (
  server: TestServer,
  { recover, failSilent }: Engine,
  { leaveRun, at }: { leaveRun: () => Promise<number>; at: number },
): Promise<number> => {
  const worker = another(server);
  const stop = await recover(worker);
  const id = await leaveRun();
  const { db } = server;
  const transact = db.transaction.bind(db);
  let count = 0;
  let stopping: Promise<void> | undefined;
  const spy = vi.spyOn(db, 'transaction').mockImplementation(async (work, options) => {
    const result = await transact(work, options);
    count += 1;
    if (count === at) {
      stopping = stop();
      // Let it come as far as to stop the attempt.
      await setImmediate();
    }
    return result;
  });
  await failSilent(worker);
  await eventually(() => expect(stopping).toBeDefined());
  await stopping;
  spy.mockRestore();
  expect(listCarriedRuns(worker)).toEqual([]);
  const run = await db.query.runs.findFirst({ where: (one, { eq }) => eq(one.id, id) });
  expect([run?.status, run?.heartbeat_at]).toEqual(['processing', new Date(0)]);
  return id;
};
