import pLimit from 'p-limit';
import type { Sending, SendingCafe, SendingForecast, SendingLogItem } from '#contract/sending.ts';
import { runInBatches } from '../../db/batchPace.ts';
import type { Database } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { RunEndedError } from '../../jobs/engine.ts';
import { type PacedUpdates, paceUpdates } from '../../jobs/paceUpdates.ts';
import { createForecast } from './createForecast.ts';
import type { MediaFile } from './media.ts';
import { forgetDeliveries, type NewSendingLine, recordDelivery, sendingStore, sumCounts, writeCafe } from './runs.ts';
import { emitUpdate } from './sendingEvents.ts';
import { type Cafe, hashDestination } from './target.ts';

export interface SendingTask {
  run: Sending;
  attempt: number;
  ids: readonly number[];
  targets: readonly Cafe[];
  anew: boolean;
  first: readonly SendingLogItem[];
  signal: AbortSignal;
}

export type SendingState = ReturnType<typeof createSendingState>;

/**
 * The state of a run in progress. Each step is saved before it is sent to clients, so that they never see lost
 * progress.
 */
export const createSendingState = (
  deps: ServerDeps,
  { run, attempt, ids, targets, anew, first, signal }: SendingTask,
) => {
  const cafes = new Map<number, SendingCafe>(run.cafes.map(cafe => [cafe.id, { ...cafe }]));
  const currentRun: Sending = { ...run };
  const unreported = new Set<number>();
  const updates: PacedUpdates<SendingLogItem, never> = paceUpdates(({ progress, items }) => {
    const elapsed = Math.max(0, deps.clock().getTime() - Date.parse(run.started_at));
    const payload = { progress, elapsed, counts: sumCounts(cafes.values()), cafes: takeUnreported(cafes, unreported) };
    emitUpdate(deps, { ...currentRun, ...payload }, items);
  });
  updates.update(0, first);
  // Steps run one at a time, so that an earlier step cannot overwrite the counts of a later step.
  const runInOrder = pLimit(1);
  /**
   * Saves a cafe's changes, log lines and delivered file in one transaction, so that the counts match the files.
   * @throws {RunEndedError}
   */
  const write = async (
    id: number,
    patch: (cafe: SendingCafe) => Partial<SendingCafe>,
    { lines = [], delivery }: { lines?: readonly NewSendingLine[]; delivery?: { cafe: Cafe; file: MediaFile } } = {},
  ): Promise<void> => {
    const cafe = cafes.get(id);
    if (!cafe) return;
    const changedCounts = patch(cafe);
    const progress = Math.max(currentRun.progress, computeProgress(cafes, { ...cafe, ...changedCounts }));
    const bytes_sent = currentRun.bytes_sent + (delivery?.file.bytes ?? 0);
    await deps.requireRoom?.();
    const items = await inTransaction(deps.db, async tx => {
      if (delivery) await recordDelivery(tx, { ...toSentFile(delivery), run_id: run.id });
      if (!(await sendingStore.writeStep(tx, run.id, { attempt, progress, details: { bytes_sent } }))) return null;
      await writeCafe(tx, run.id, { id, ...changedCounts });
      return sendingStore.writeLog(tx, run.id, lines);
    });
    if (!items) throw new RunEndedError();
    // Only now, so that a step that could not be saved is not counted.
    Object.assign(cafe, changedCounts);
    Object.assign(currentRun, { progress, bytes_sent });
    unreported.add(id);
    updates.update(progress, items);
  };
  const step = (...args: Parameters<typeof write>): Promise<void> => runInOrder(() => write(...args));

  return {
    deps,
    ids,
    anew,
    runId: run.id,
    signal,
    step,
    cafeOf: (id: number) => cafes.get(id),
    plan: async () => {
      const forecast = await planSending(deps, { run, attempt, ids, targets, anew, signal });
      Object.assign(currentRun, { bytes: run.bytes_sent + forecast.bytes });
      return forecast.cafes;
    },
    end: async () => {
      await updates.flush();
      updates.end();
    },
  };
};

/**
 * Counts the files that are left to send, so that progress has a total. What is to be sent anew counts as not delivered
 * from now on. @throws {RunEndedError}
 */
const planSending = async (
  deps: ServerDeps,
  { run, attempt, ids, targets, anew, signal }: Omit<SendingTask, 'first'>,
): Promise<SendingForecast> => {
  const writeStep = async (details: { bytes?: number }, operation?: (tx: Database) => Promise<void>): Promise<void> => {
    const isActive = await inTransaction(deps.db, async tx => {
      if (!(await sendingStore.writeStep(tx, run.id, { attempt, details }))) return false;
      await operation?.(tx);
      return true;
    });
    if (!isActive) throw new RunEndedError();
  };
  if (anew)
    await runInBatches(deps, ids, batch => {
      signal.throwIfAborted();
      return writeStep({}, tx => forgetDeliveries(tx, { runId: run.id, targets, ids: batch }));
    });
  const forecast = await createForecast(deps, { ids, targets, anew, runId: run.id }, signal);
  await writeStep({ bytes: run.bytes_sent + forecast.bytes });
  return forecast;
};

const toSentFile = ({ cafe, file: { path, hash } }: { cafe: Cafe; file: MediaFile }) => ({
  cafe_id: cafe.id,
  path,
  hash,
  destination: hashDestination(cafe),
});

const takeUnreported = (cafes: ReadonlyMap<number, SendingCafe>, unreported: Set<number>): SendingCafe[] =>
  [...cafes.values()].filter(({ id }) => unreported.delete(id)).map(cafe => ({ ...cafe }));

/**
 * In percent, at most 99, because 100 is reserved for the finished run. Cafes that failed before their first file are
 * left out.
 */
const computeProgress = (all: ReadonlyMap<number, SendingCafe>, changed: SendingCafe): number => {
  const cafes = [...new Map(all).set(changed.id, changed).values()].filter(
    ({ status, sent }) => status !== 'failed' || sent > 0,
  );
  const total = cafes.reduce((sum, { files }) => sum + files, 0);
  const done = cafes.reduce((sum, { sent, failed }) => sum + sent + failed, 0);
  return total === 0 ? 0 : Math.min(99, Math.floor((done / total) * 100));
};
