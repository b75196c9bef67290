import { setTimeout as delay } from 'node:timers/promises';
import { eq, type SQL, sql } from 'drizzle-orm';
import { channels } from '#contract/events.ts';
import type { ImportRun, LogItem } from '#contract/importing.ts';
import { importLog } from '#i18n/ru/importLog.ts';
import { translator } from '#i18n/translate.ts';
import type { Database, DatabaseKind } from '../db/database.ts';
import { imports } from '../db/schema.ts';
import { briefly, sqlState } from '../db/violations.ts';
import { announceDraft } from '../drafts/author.ts';
import type { Deps } from '../http/deps.ts';
import { collectNotified, emitNotificationsChange } from '../realtime/notifications/notify.ts';
import { storageOf } from '../records/tableBinding.ts';
import type { Batch } from '../table/batches.ts';
import { importedResource, keyFields } from '../table/importable.ts';
import { type BatchResult, type Earlier, numbered, progressOf, RunEnded, type RunState, writeBatch } from './batch.ts';
import type { Announcer } from './events.ts';
import { notifyOfImport } from './notices.ts';
import { importPace } from './pace.ts';
import { byKey } from './products.ts';
import type { ImportReader } from './reader.ts';
import { countMade, lastSeq, moveRuns, readRun, writeLog } from './runs.ts';

const say = translator('ru', importLog);

/** The draft of whoever imports grows with each batch; that it does is said at most this often, in ms, and at the end. */
const DRAFT_TOLD_EVERY = 1000;

interface Job {
  state: RunState;
  /** Who started it. */
  by: number;
  reader: ImportReader;
  announce: Announcer;
}

/**
 * Writes the file batch by batch, then closes the run; stops when somebody else ended it.
 * @returns the run as it ended.
 * @throws what went wrong.
 */
export const runImport = async (deps: Deps, job: Job): Promise<ImportRun | null> => {
  try {
    const state = await writeAll(deps, job);
    return await finish(deps, state, job.announce);
  } catch (error) {
    if (!(error instanceof RunEnded)) throw error;
    await job.announce.flush();
    return await readRun(deps.db, job.state.id);
  }
};

const writeAll = async (deps: Deps, { state: first, by, reader, announce }: Job): Promise<RunState> => {
  const written = new Map<number, number>();
  const before = byKey(() => new Map<string, number | null>());
  let state = first;
  let toldAt = 0;
  const { rest } = importPace[deps.databaseKind];
  for (let batch = await reader.next(); batch; batch = await reader.next()) {
    const begunAt = performance.now();
    await deps.requireRoom?.();
    const result = await writeAtomically({ ...deps, by }, state, { written, before }, batch);
    state = result.state;
    for (const [id, row] of result.did.written) written.set(id, row);
    for (const key of keyFields) addNew(before[key], result.did.before[key]);
    announce.update(progressOf(state), result.items, state.counts);
    if (performance.now() - toldAt >= DRAFT_TOLD_EVERY) {
      announceDraft(deps, by);
      toldAt = performance.now();
    }
    await delay(rest * (performance.now() - begunAt));
  }
  return state;
};

/** Whose a key was before the first row that spoke of it is what counts. */
const addNew = (known: Map<string, number | null>, more: ReadonlyMap<string, number | null>): void => {
  for (const [value, id] of more) if (!known.has(value)) known.set(value, id);
};

/** Unique or foreign key taken between our look and our write, a deadlock, a late writer: look again. */
const TRY_AGAIN = new Set(['23505', '23503', '40P01', '40001']);
const TRIES = 3;

const writeAtomically = async (
  deps: Deps & { by: number },
  state: RunState,
  earlier: Earlier,
  batch: Batch,
): Promise<BatchResult> => {
  for (let tries = 1; ; tries += 1) {
    try {
      const people = collectNotified(deps.clock());
      const result = await deps.db.transaction(tx =>
        writeBatch(tx, { state, earlier, batch, people, at: people.at, by: deps.by }),
      );
      emitNotificationsChange(deps, people.userIds);
      return result;
    } catch (error) {
      if (tries === TRIES || !TRY_AGAIN.has(sqlState(error) ?? '')) throw error;
    }
  }
};

/** §4: post-processing from 100 on, then finished. */
const finish = async (deps: Deps, state: RunState, announce: Announcer): Promise<ImportRun | null> => {
  const which = eq(imports.id, state.id);
  const [posted] = await moveRuns(deps.db, which, { from: ['processing'], to: 'post_processing', at: deps.clock() });
  if (!posted) throw new RunEnded(`import run ${state.id} was ended`);
  await announce.flush();
  announce.say('IMPORT_POST', say('log.finishing'));
  const fault = await postProcess(deps);
  if (fault) announce.say('IMPORT_POST_ERROR', fault);
  const text = say('log.finished', posted.counts);
  const lines: Omit<LogItem, 'seq'>[] = [
    ...(fault ? [{ level: 'warning' as const, text: fault }] : []),
    { level: 'info', text },
  ];
  const items = numbered(state.seq, lines);
  const people = collectNotified(deps.clock());
  const finished = await deps.db.transaction(async tx => {
    const [run] = await moveRuns(tx, which, { from: ['post_processing'], to: 'finished', at: deps.clock() });
    if (!run) throw new RunEnded(`import run ${state.id} was ended`);
    await writeLog(tx, state.id, items);
    await notifyOfImport(tx, people, run, 'import_finished');
    return run;
  });
  emitNotificationsChange(deps, people.userIds);
  announce.update(100, items);
  await announce.flush();
  announce.say('IMPORT_READY', text);
  return finished;
};

/** Fresh statistics for the lists' queries, and word to whoever looks at them. @returns what to say when it fails. */
const postProcess = async (deps: Deps): Promise<string | null> => {
  announceRecords(deps);
  try {
    await deps.db.transaction(tx => analyze(tx, deps.databaseKind));
    return null;
  } catch (error) {
    deps.log.fault('import post-processing', briefly(error));
    return say('log.postFailed');
  }
};

/** The embedded database holds up every other call meanwhile, so it looks at fewer rows: 6,000, not 30,000. */
const analyze = async (tx: Database, kind: DatabaseKind): Promise<void> => {
  if (kind === 'embedded') await tx.execute(sql`set local default_statistics_target = 20`);
  await tx.execute(sql`analyze ${sql.identifier(storageOf(importedResource).tableName)}`);
};

/** Many records changed, and with them a draft: whoever shows some reads them again. */
const announceRecords = (deps: Deps): void => {
  deps.realtime.emit(channels.records(importedResource), 'RECORDS_CHANGE', {
    resource: importedResource,
    ids: null,
    records: [],
    deleted: [],
  });
  announceDraft(deps, null);
};

interface Ending {
  to: 'canceled' | 'failed';
  /** What the log says, with what is kept. */
  text: 'log.canceled' | 'log.failed' | 'log.lost' | 'log.diskFull';
  /** The user who ends them, where somebody does. */
  by?: number;
}

export interface Ended {
  run: ImportRun;
  item: LogItem;
}

/** Ends runs that have not come to their end by themselves, with a last line in the log of each. */
export const endRuns = async (deps: Deps, which: SQL, { to, text, by }: Ending): Promise<Ended[]> => {
  const people = collectNotified(deps.clock());
  const allEnded = await deps.db.transaction(async tx => {
    const from = to === 'canceled' ? (['processing'] as const) : (['processing', 'post_processing'] as const);
    const runs = await moveRuns(tx, which, { from, to, at: people.at });
    const ended: Ended[] = [];
    for (const run of runs) {
      ended.push(await withLastLine(tx, run, to, text));
      await notifyOfImport(tx, people, run, `import_${to}`, by);
    }
    return ended;
  });
  emitNotificationsChange(deps, people.userIds);
  return allEnded;
};

const withLastLine = async (tx: Database, run: ImportRun, to: Ending['to'], why: Ending['text']): Promise<Ended> => {
  const made = await countMade(tx, run.id);
  const kept = say(made > 0 ? 'log.keptWithValues' : 'log.kept', { ...run.counts, made });
  const text = say(why, { kept });
  const [item] = numbered(await lastSeq(tx, run.id), [{ level: to === 'canceled' ? 'warning' : 'error', text }]);
  if (!item) throw new Error('a line without a number');
  await writeLog(tx, run.id, [item]);
  return { run, item };
};

/** Tells of runs that were ended from outside. */
export const announceEnded = (deps: Deps, ended: readonly Ended[], event: 'IMPORT_INTERUPT' | 'IMPORT_ERROR'): void => {
  for (const { run, item } of ended) {
    const channel = channels.user(run.user.id);
    deps.realtime.emit(channel, 'IMPORT_UPDATE', { run_id: run.id, progress: run.progress, stepItems: [item] });
    deps.realtime.emit(channel, event, { run_id: run.id, message: item.text });
    if (run.counts.new + run.counts.changed > 0) announceRecords(deps);
  }
};
