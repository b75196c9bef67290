import { setTimeout as delay } from 'node:timers/promises';
import { endpoints } from '#contract/endpoints.ts';
import { getPagePath } from '#contract/pages.ts';
import { isAllowed } from '#contract/permissions.ts';
import type { Sending } from '#contract/sending.ts';
import { findRunCaller } from '../../accounts/session/caller.ts';
import { sendingTasks } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { ApiFailure } from '../../http/errors.ts';
import { FIRST_ATTEMPT, type RunAttempt } from '../../jobs/createTakeover.ts';
import { createRunEngine, toAlreadyRunningError } from '../../jobs/engine.ts';
import type { RunStarter } from '../../jobs/runs.ts';
import { collectNotified, emitNotificationsChange } from '../../realtime/notifications/notify.ts';
import { translateSending } from '../../translate.ts';
import { sendAll } from './run.ts';
import { cancelCafes, hasTask, insertCafes, readTask, removeEndedTasks, sendingStore, writeCafe } from './runs.ts';
import { emitMessage, emitUpdate } from './sendingEvents.ts';
import type { SendingTask } from './sendingState.ts';
import type { Cafe } from './target.ts';

const PAGE_PATH = getPagePath('sending');
const listIncompleteCafes = ({ cafes }: Sending): string[] =>
  cafes.filter(({ failed, status }) => failed > 0 || status === 'failed').map(({ name }) => name);

export const sendingRuns = createRunEngine({
  name: 'sending media',
  store: sendingStore,
  lastLine: (_tx, { counts }, reason) =>
    translateSending(`log.${reason === 'diskFull' ? 'failed' : reason}`, { sent: counts.sent }),
  undo: cancelCafes,
  emitEnd: (deps, run, item, reason) => {
    emitUpdate(deps, run, [item]);
    emitMessage(deps, run, reason === 'canceled' ? 'SENDMEDIA_INTERRUPT' : 'SENDMEDIA_ERROR', item.text);
  },
  notice: (run, actorName) => {
    const link = `${PAGE_PATH}?run=${run.id}`;
    const payload = { sent: run.counts.sent, failed: listIncompleteCafes(run) };
    if (run.status === 'finished') return { kind: 'sending_finished', payload, link };
    if (run.is_broken) return { kind: 'sending_failed', payload: {}, link };
    return { kind: 'sending_canceled', payload: { by: actorName }, link };
  },
  maintain: ({ db }) => removeEndedTasks(db),
  resume: {
    possibleCondition: hasTask,
    carryOn: (deps, attempt, signal) => resumeSending(deps, attempt, signal),
  },
});

interface SendingRequest {
  ids: readonly number[];
  targets: readonly Cafe[];
  anew: boolean;
  starter: RunStarter;
}

export interface StartedSending {
  run: Sending;
  /** Never rejects because of an error in the run, whose outcome is in the result. */
  done: Promise<Sending>;
}

/** @throws {ApiFailure} 409 when a run is active in any process */
export const startSending = async (deps: ServerDeps, request: SendingRequest): Promise<StartedSending> => {
  await sendingRuns.failSilent(deps);
  const { ids, targets, anew, starter } = request;
  const text = translateSending('log.started', {
    products: ids.length,
    cafes: targets.map(({ name }) => name).join(', '),
  });
  const details = { products: ids.length, bytes: 0, bytes_sent: 0 };
  const [run, first] = await deps.db
    .transaction(async tx => {
      const id = await sendingStore.insertRun(tx, { starter, at: deps.clock(), details });
      await insertCafes(tx, id, targets);
      await tx.insert(sendingTasks).values({ run_id: id, product_ids: [...ids], anew });
      const items = await sendingStore.writeLog(tx, id, [{ level: 'info', text }]);
      const run = await sendingStore.readRun(tx, id, deps.clock());
      if (!run) throw new Error('the run is gone as soon as it began');
      return [run, items] as const;
    })
    .catch((error: unknown) => {
      throw toAlreadyRunningError(error, translateSending('refused.running'));
    });
  emitMessage(deps, run, 'SENDMEDIA_STARTS', text);
  return { run, done: executeSending(deps, { ids, targets, anew, run, attempt: 1, first }) };
};

const executeSending = (deps: ServerDeps, task: Omit<SendingTask, 'signal'>): Promise<Sending> => {
  const { run, attempt } = task;
  return sendingRuns.carryOut(deps, {
    run,
    attempt,
    execute: signal => sendAll(deps, { ...task, signal }),
    finish: () => finishSending(deps, { id: run.id, attempt }),
  });
};

/** Sends what the cafes have not acknowledged yet. A file that was on its way may be sent again. */
const resumeSending = async (deps: ServerDeps, { id, attempt }: RunAttempt, signal: AbortSignal): Promise<void> => {
  const run = await sendingStore.readRun(deps.db, id);
  const caller = run && (await findRunCaller(deps, { userId: run.user.id, actorId: run.user.acted_by?.id ?? null }));
  const task = run && (await readTask(deps.db, run));
  if (!task || !caller || !isAllowed(endpoints.sending.start.access, caller.grantedSlugs))
    throw new Error(`nobody can carry on sending ${id}`);
  const { missing, ...rest } = task;
  signal.throwIfAborted();
  const first = await inTransaction(deps.db, async tx => {
    if (!(await sendingStore.writeStep(tx, id, { attempt }))) return [];
    const reason = translateSending('fault.removed');
    for (const cafeId of missing) await writeCafe(tx, id, { id: cafeId, status: 'failed', reason });
    if (attempt === FIRST_ATTEMPT) return [];
    return sendingStore.writeLog(tx, id, [{ level: 'info', text: translateSending('log.resumed') }]);
  });
  const current = (await sendingStore.readRun(deps.db, id)) ?? run;
  signal.throwIfAborted();
  void executeSending(deps, { ...rest, run: current, attempt, first });
};

/** The last log line lists the cafes with missing files, so that nobody has to search the log for them. */
const finishSending = async (deps: ServerDeps, attempt: RunAttempt): Promise<void> => {
  const { id } = attempt;
  const notifiedUsers = collectNotified(deps.clock());
  const [run, items, text] = await inTransaction(deps.db, async tx => {
    // This comes first because it locks the run: from here on it is too late to cancel.
    await sendingRuns.finishRun(tx, attempt, notifiedUsers.at);
    const run = await sendingStore.readRun(tx, id, notifiedUsers.at);
    if (!run) throw new Error('a run that was finished is gone');
    const cafes = listIncompleteCafes(run).join(', ');
    const { sent } = run.counts;
    const text = translateSending(cafes ? 'log.finishedBut' : sent > 0 ? 'log.finished' : 'log.nothing', {
      sent,
      cafes,
    });
    const items = await sendingStore.writeLog(tx, id, [{ level: cafes ? 'warning' : 'info', text }]);
    await sendingRuns.notifyOfEnd(tx, notifiedUsers, run);
    return [run, items, text] as const;
  });
  emitUpdate(deps, run, items);
  emitMessage(deps, run, 'SENDMEDIA_READY', text);
  emitNotificationsChange(deps, notifiedUsers.userIds);
};

/** How long a cancellation waits for the current step, in ms, so that a hanging disk cannot block it. */
const CANCEL_WAIT_MS = 3000;

/**
 * Cancels the active run. Files that have been delivered stay at the cafes. @throws {ApiFailure} 404 when none is
 * active
 */
export const cancelSending = async (deps: ServerDeps, userId: number): Promise<Sending> => {
  const active = await sendingStore.readActiveRun(deps.db, deps.clock());
  const waitLimit = delay(CANCEL_WAIT_MS, null, { ref: false });
  const endedRun = active
    ? await sendingRuns.stopAndEnd(deps, active.id, { reason: 'canceled', userId }, waitLimit)
    : [];
  if (!endedRun[0]) throw new ApiFailure('notFound', { message: translateSending('refused.notRunning') });
  return endedRun[0];
};
