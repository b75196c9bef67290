import { eq, sql } from 'drizzle-orm';
import type { UndoCounts, UndoLogItem, UndoRun } from '#contract/undo.ts';
import { toAuthor, withAuthor } from '../accounts/author.ts';
import { type Caller, findRunCaller } from '../accounts/session/caller.ts';
import { lockBatchForUndo } from '../batches/continueBatch.ts';
import { batchPace, withPause } from '../db/batchPace.ts';
import { runs } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import { isDiskFull } from '../db/violations.ts';
import { announceDraft, type BatchDescription } from '../drafts/author.ts';
import { describeFailure } from '../drafts/describeFailure.ts';
import { completeBatch, findRunBatch } from '../drafts/summary.ts';
import type { ServerDeps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { FIRST_ATTEMPT, type RunAttempt } from '../jobs/createTakeover.ts';
import { createRunEngine, RunEndedError, toAlreadyRunningError } from '../jobs/engine.ts';
import type { NewLogLine } from '../jobs/runs.ts';
import { collectNotified, emitNotificationsChange } from '../realtime/notifications/notify.ts';
import { commit } from '../records/commit.ts';
import { announceChanges, type ChangeCollector, createChangeCollector } from '../records/recordChanges.ts';
import { translate } from '../translate.ts';
import { createNames } from './presentOutcome.ts';
import { countBatch } from './readBatch.ts';
import type { UndoTally } from './tally.ts';
import { type UndoRequest, undoWithin } from './undoBatch.ts';
import { countReturned, type StoredUndo, undoStore } from './undoStore.ts';
import { planUnits, readUnitParts } from './units.ts';

export const undoRuns = createRunEngine<StoredUndo, UndoLogItem>({
  name: 'undo',
  store: undoStore,
  lastLine: (_tx, { counts }, reason) =>
    translate(`undo.log.${reason === 'diskFull' ? 'failed' : reason}`, { records: countReturned(counts) }),
  // The page reads the run again and again while it is on the screen.
  emitEnd: () => {},
  notice: ({ id: run_id, status, counts }, actorName) => {
    if (status === 'finished') {
      const payload = { run_id, records: countReturned(counts), left: counts.since + counts.refused };
      return { kind: 'undo_finished', payload, link: null };
    }
    if (status === 'failed') return { kind: 'undo_failed', payload: { run_id }, link: null };
    return { kind: 'undo_canceled', payload: { run_id, by: actorName }, link: null };
  },
  resume: {
    possibleCondition: sql`true`,
    carryOn: (deps, attempt, signal) => resumeUndo(deps, attempt, signal),
  },
});

export interface StartedUndo {
  id: number;
  /** Resolves with the ended run. Never rejects. */
  done: Promise<UndoRun>;
}

/** @throws {ApiFailure} 409 when another large undo is under way */
export const startUndo = async (
  deps: ServerDeps,
  caller: Caller,
  { batchId, overwrite }: UndoRequest,
): Promise<StartedUndo> => {
  await undoRuns.failSilent(deps);
  const { records } = await countBatch(deps.db, caller, batchId);
  const run = await deps.db
    .transaction(async tx => {
      // Whoever continues the batch afterwards finds the run.
      await lockBatchForUndo(tx, batchId);
      const details = { batch_id: batchId, overwrite, done: 0 };
      const id = await undoStore.insertRun(tx, { starter: toAuthor(caller), at: deps.clock(), details });
      await undoStore.writeLog(tx, id, [{ level: 'info', text: translate('undo.log.started', { records }) }]);
      const run = await undoStore.readRun(tx, id, deps.clock());
      if (!run) throw new Error('the run is gone as soon as it began');
      return run;
    })
    .catch((error: unknown) => {
      throw toAlreadyRunningError(error, translate('undo.running'));
    });
  return { id: run.id, done: carryOutUndo(deps, { run, caller, attempt: 1 }) };
};

/** @throws {ApiFailure} 404 for a run of somebody else; 409 when it has already ended */
export const cancelUndo = async (deps: ServerDeps, caller: Caller, id: number): Promise<UndoRun> => {
  await requireOwnRun(deps, caller, id);
  const [endedRun] = await undoRuns.endRuns(withAuthor(deps, caller), eq(runs.id, id), {
    reason: 'canceled',
    userId: caller.id,
  });
  if (!endedRun) throw new ApiFailure('conflict', { text: 'undo.notRunning' });
  return toUndoRun(endedRun);
};

export const requireOwnRun = async (deps: ServerDeps, caller: Caller, id: number): Promise<UndoRun> => {
  const run = await undoStore.readRun(deps.db, id, deps.clock());
  if (run?.user.id !== caller.id) throw new ApiFailure('notFound');
  return toUndoRun(run);
};

const toUndoRun = ({ overwrite: _, done: __, ...run }: StoredUndo): UndoRun => run;

interface UndoJob {
  run: StoredUndo;
  caller: Caller;
  attempt: number;
}

const carryOutUndo = (deps: ServerDeps, job: UndoJob): Promise<UndoRun> => {
  const done = undoRuns.carryOut(deps, {
    run: job.run,
    attempt: job.attempt,
    execute: signal => undoUnits(deps, job, signal),
    finish: () => finishUndo(deps, { id: job.run.id, attempt: job.attempt }),
    getReason: error => (isDiskFull(error) ? 'diskFull' : 'failed'),
  });
  deps.backgroundTasks.run('end of an undo', async () => void (await done));
  return done;
};

const resumeUndo = async (deps: ServerDeps, { id, attempt }: RunAttempt, signal: AbortSignal): Promise<void> => {
  const run = await undoStore.readRun(deps.db, id);
  const caller = run && (await findRunCaller(deps, { userId: run.user.id, actorId: run.user.acted_by?.id ?? null }));
  if (!run || !caller) throw new Error(`nobody can carry on undo run ${id}`);
  signal.throwIfAborted();
  await deps.db.transaction(async tx => {
    if (!(await undoStore.writeStep(tx, id, { attempt })) || attempt === FIRST_ATTEMPT) return;
    await undoStore.writeLog(tx, id, [{ level: 'info', text: translate('undo.log.resumed') }]);
  });
  signal.throwIfAborted();
  void carryOutUndo(deps, { run, caller, attempt });
};

/** Units are smaller than other batches, because taking a change back takes about twice as long as an imported row. */
const UNIT_SHARE = 0.5;

/** Each unit is written in a transaction of its own, which also notes that it is done, so that it is written once. */
const undoUnits = async (deps: ServerDeps, job: UndoJob, signal: AbortSignal): Promise<void> => {
  const { run, caller } = job;
  const { id, batch_id } = run;
  const { units, whole } = await planUnits(deps.db, batch_id, batchPace[deps.databaseKind].rows * UNIT_SHARE);
  const details = { undoes: batch_id, run_id: id };
  const batch: BatchDescription = { kind: 'undo', details, id: await findRunBatch(deps.db, id) };
  const all = createChangeCollector(deps.clock(), toAuthor(caller));
  let counts = run.counts;
  try {
    for (const [index, unit] of units.entries()) {
      if (index < run.done) continue;
      signal.throwIfAborted();
      const parts = await readUnitParts(deps.db, caller, batch_id, unit, whole);
      const progress = { done: index + 1, total: units.length };
      const written = await withPause(deps, () => writeUnit(deps, { job, batch, parts, counts, progress }));
      counts = written.counts;
      all.include(written.changes);
    }
  } finally {
    if (batch.id !== undefined) await completeBatch(deps.db, batch.id);
    await announceChanges(deps, all);
    announceDraft(deps, caller.id);
  }
};

interface UnitWrite {
  job: UndoJob;
  batch: BatchDescription;
  parts: Awaited<ReturnType<typeof readUnitParts>>;
  counts: UndoCounts;
  progress: { done: number; total: number };
}

/** @throws {RunEndedError} when the run was ended meanwhile */
const writeUnit = async (
  deps: ServerDeps,
  { job: { run, caller, attempt }, batch, parts, counts, progress: { done, total } }: UnitWrite,
): Promise<{ counts: UndoCounts; changes: ChangeCollector }> => {
  await deps.requireRoom?.();
  const { result, changes } = await commit({ ...withAuthor(deps, caller), batch }, async (tx, changes) => {
    const request = { batchId: run.batch_id, overwrite: run.overwrite };
    const tally = await undoWithin(tx, caller, changes, request, parts);
    const newCounts = addCounts(counts, tally);
    const step = { progress: Math.floor((done / total) * 100), counts: newCounts, details: { done }, attempt };
    if (!(await undoStore.writeStep(tx, run.id, step))) throw new RunEndedError(`undo ${run.id} was ended`);
    await undoStore.writeLog(tx, run.id, await createLines(tx, caller, tally));
    return newCounts;
  });
  // Effects outside of the database, such as closed sockets, do not wait for the end of the run.
  for (const task of changes.tasks.splice(0)) task(deps);
  return { counts: result, changes };
};

const addCounts = (counts: UndoCounts, { ways, since, refused }: UndoTally): UndoCounts => {
  const all = [...ways.values()].flatMap(records => [...records.values()]);
  const count = (way: 'restored' | 'removed' | 'changed') => counts[way] + all.filter(one => one === way).length;
  return {
    restored: count('restored'),
    removed: count('removed'),
    changed: count('changed'),
    since: counts.since + since.length,
    refused: counts.refused + refused.length,
  };
};

/** One line per record that does not go back, or not whole. */
const createLines = async (
  db: ServerDeps['db'],
  caller: Caller,
  { since, refused }: UndoTally,
): Promise<NewLogLine<UndoLogItem>[]> => {
  if (since.length + refused.length === 0) return [];
  const nameOf = await createNames(db, caller, [...since, ...refused]);
  const sinceByRecord = new Map(since.map(change => [`${change.entity} ${change.record_id}`, change]));
  return [
    ...[...sinceByRecord.values()].map(change => ({
      level: 'info' as const,
      text: translate('undo.log.since', { name: nameOf(change) }),
      record: { entity: change.entity, id: change.record_id },
    })),
    ...refused.map(change => ({
      level: 'warning' as const,
      text: translate('undo.log.refused', {
        name: nameOf(change),
        reason: describeFailure(change.entity, change.failure),
      }),
      record: { entity: change.entity, id: change.record_id },
    })),
  ];
};

const finishUndo = async (deps: ServerDeps, attempt: RunAttempt): Promise<void> => {
  const { id } = attempt;
  const notifiedUsers = collectNotified(deps.clock());
  await inTransaction(deps.db, async tx => {
    // This comes first because it locks the run: from here on it is too late to cancel.
    await undoRuns.finishRun(tx, attempt, notifiedUsers.at);
    const run = await undoStore.readRun(tx, id, notifiedUsers.at);
    if (!run) throw new Error('a run that was finished is gone');
    const left = run.counts.since + run.counts.refused;
    const text = translate('undo.log.finished', { records: countReturned(run.counts), left });
    await undoStore.writeLog(tx, id, [{ level: left > 0 ? 'warning' : 'info', text }]);
    await undoRuns.notifyOfEnd(tx, notifiedUsers, run);
  });
  emitNotificationsChange(deps, notifiedUsers.userIds);
};
