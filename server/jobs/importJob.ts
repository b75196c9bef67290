import { and, eq, lt, sql } from 'drizzle-orm';
import type { ImportRun } from '#contract/importing.ts';
import { importLog } from '#i18n/ru/importLog.ts';
import { translator } from '#i18n/translate.ts';
import { tableSources } from '../collections/tableSources.ts';
import { imports } from '../db/schema.ts';
import { briefly, isDiskFull } from '../db/violations.ts';
import type { Deps } from '../deps.ts';
import { ApiFailure } from '../errors.ts';
import { importableWith } from '../table/importable.ts';
import { type Begun, beginRun, isRunning, type Source } from './importBegin.ts';
import { announcer } from './importEvents.ts';
import { loadLookups } from './importLookups.ts';
import { importPace } from './importPace.ts';
import { type ImportReader, openReader } from './importReader.ts';
import { announceEnded, endRuns, runImport } from './importRun.ts';
import { isActive, readActiveRun, readRun } from './importRuns.ts';
import { clearUploads } from './importUpload.ts';

const say = translator('ru', importLog);

export interface StartedImport {
  run: ImportRun;
  /** The run as it ended, however it ended; never rejects for a fault of the run. */
  done: Promise<ImportRun>;
}

/** Runs of this process, by the server that they belong to. */
const running = new WeakMap<Deps, Map<number, { reader: ImportReader; done: Promise<ImportRun> }>>();
const runsOf = (deps: Deps) => {
  const known = running.get(deps) ?? new Map();
  running.set(deps, known);
  return known;
};

/** Servers that are looking a file through: a second file waits for its answer, not for a thread. */
const starting = new WeakSet<Deps>();

/**
 * Looks a table file through and, when it can be read, begins to import it.
 * @throws {TableRefusal} when the file is refused as a whole.
 * @throws {ApiFailure} 409 when a run is on, wherever it runs.
 */
export const startImport = async (deps: Deps, source: Source): Promise<StartedImport> => {
  if (starting.has(deps) || (await currentImport(deps))) throw isRunning();
  starting.add(deps);
  try {
    const batchRows = importPace[deps.databaseKind].rows;
    const sources = await tableSources(deps.db);
    const fields = importableWith(sources);
    const lookups = await loadLookups(deps.db, fields);
    const reader = await openReader({
      path: source.path,
      sources,
      lookups,
      batchRows,
      clears: source.options?.clear ?? false,
    });
    const begun = await beginRun(deps, source, { fields, sources, reader }).catch(async (error: unknown) => {
      await reader.close();
      throw error;
    });
    const done = carryOut(deps, begun, reader);
    runsOf(deps).set(begun.run.id, { reader, done });
    return { run: begun.run, done };
  } finally {
    starting.delete(deps);
  }
};

/** A run that is on, those found dead excepted. */
export const currentImport = async (deps: Deps): Promise<ImportRun | null> => {
  await failSilent(deps);
  return readActiveRun(deps.db);
};

/**
 * Stops the run that is on before its next batch; what was written stays.
 * @throws {ApiFailure} 404 when none is on, 409 when its rows are all written already.
 */
export const cancelImport = async (deps: Deps, by: number): Promise<ImportRun> => {
  const ended = await endRuns(deps, isActive, { to: 'canceled', text: 'log.canceled', by });
  announceEnded(deps, ended, 'IMPORT_INTERUPT');
  const [first] = ended;
  if (first) return first.run;
  const isFinishing = (await currentImport(deps)) !== null;
  throw isFinishing
    ? new ApiFailure('conflict', { said: say('refused.finishing') })
    : new ApiFailure('notFound', { said: say('refused.notRunning') });
};

/** A run whose process has been silent for this long is dead, in seconds. */
const SILENCE = 15;
const LOOK_AGAIN = 5000;
const HOUR = 3_600_000;

/**
 * Finds the runs that a stopped server left behind and marks them failed. The embedded database is this
 * process's alone, so there all of them are; a PostgreSQL may have other servers whose runs are alive,
 * and those are looked at again while they last. Call it once at the start.
 * @returns what stops this process's own runs when the server closes.
 */
export const recoverImports = async (deps: Deps): Promise<() => Promise<void>> => {
  const isAlone = deps.databaseKind === 'embedded';
  await clearUploads(deps.config.dataDir, isAlone ? 0 : HOUR);
  if (isAlone) announceEnded(deps, await endRuns(deps, isActive, { to: 'failed', text: 'log.lost' }), 'IMPORT_ERROR');
  else await failSilent(deps);
  const timer = isAlone ? undefined : setInterval(() => void failSilent(deps).catch(fault(deps)), LOOK_AGAIN).unref();
  return async () => {
    clearInterval(timer);
    await stopImports(deps);
  };
};

/** Marks failed what has given no sign of life, here or in another process. */
const failSilent = async (deps: Deps): Promise<void> => {
  const isSilent = and(isActive, lt(imports.heartbeat_at, sql`now() - make_interval(secs => ${SILENCE})`));
  if (isSilent) announceEnded(deps, await endRuns(deps, isSilent, { to: 'failed', text: 'log.lost' }), 'IMPORT_ERROR');
};

const stopImports = async (deps: Deps): Promise<void> => {
  for (const [id, { reader, done }] of runsOf(deps)) {
    await endRuns(deps, eq(imports.id, id), { to: 'failed', text: 'log.lost' }).catch(fault(deps));
    await reader.close();
    await done;
  }
};

const fault = (deps: Deps) => (error: unknown) => deps.log.fault('import', briefly(error));

const carryOut = async (deps: Deps, { run, state, items }: Begun, reader: ImportReader): Promise<ImportRun> => {
  const announce = announcer(deps, run.id, run.user.id);
  announce.say('IMPORT_STARTS', say('log.started', { file: run.file_name, rows: state.total }));
  announce.update(0, items);
  try {
    return (await runImport(deps, { state, by: run.user.id, reader, announce })) ?? run;
  } catch (error) {
    await announce.flush();
    const text = isDiskFull(error) ? 'log.diskFull' : 'log.failed';
    const ended = await endRuns(deps, eq(imports.id, run.id), { to: 'failed', text }).catch(fault(deps));
    if (ended?.length !== 0) fault(deps)(error);
    announceEnded(deps, ended ?? [], 'IMPORT_ERROR');
    return ended?.[0]?.run ?? (await readRun(deps.db, run.id).catch(fault(deps))) ?? run;
  } finally {
    announce.end();
    await reader.close();
    runsOf(deps).delete(run.id);
  }
};
