import { eq } from 'drizzle-orm';
import type { ImportRun } from '#contract/importing.ts';
import { importLog } from '#i18n/ru/importLog.ts';
import { translator } from '#i18n/translate.ts';
import { imports } from '../db/schema.ts';
import { isDiskFull } from '../db/violations.ts';
import type { Deps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { longRuns } from '../jobs/longRuns.ts';
import { tableSources } from '../records/tableSources.ts';
import { importableWith } from '../table/importable.ts';
import { type Begun, beginRun, isRunning, type Source } from './begin.ts';
import { announcer } from './events.ts';
import { loadLookups } from './lookups.ts';
import { importPace } from './pace.ts';
import { type ImportReader, openReader } from './reader.ts';
import { announceEnded, endRuns, runImport } from './run.ts';
import { isActive, readActiveRun, readRun } from './runs.ts';
import { clearUploads } from './upload.ts';

const say = translator('ru', importLog);

export interface StartedImport {
  run: ImportRun;
  /** The run as it ended, however it ended; never rejects for a fault of the run. */
  done: Promise<ImportRun>;
}

/** The imports among the runs that last; of a run of this process what reads its file, and what comes of it. */
const longImports = longRuns<{ reader: ImportReader; done: Promise<ImportRun> }>({
  name: 'import',
  table: imports,
  isActive,
  lose: async (deps, which) =>
    announceEnded(deps, await endRuns(deps, which, { to: 'failed', text: 'log.lost' }), 'IMPORT_ERROR'),
  stop: async ({ reader, done }) => {
    await reader.close();
    await done;
  },
});

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
    const begun = await beginRun(deps, source, { fields, sources, inspection: reader.inspection }).catch(
      async (error: unknown) => {
        await reader.close();
        throw error;
      },
    );
    const done = carryOut(deps, begun, reader);
    longImports.own(deps).set(begun.run.id, { reader, done });
    return { run: begun.run, done };
  } finally {
    starting.delete(deps);
  }
};

/** A run that is on, those found dead excepted. */
export const currentImport = async (deps: Deps): Promise<ImportRun | null> => {
  await longImports.failSilent(deps);
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

const HOUR = 3_600_000;

/** Ends the imports that a stopped server left behind, and removes their files (`longRuns`). */
export const recoverImports = async (deps: Deps): Promise<() => Promise<void>> => {
  await clearUploads(deps.config.dataDir, deps.databaseKind === 'embedded' ? 0 : HOUR);
  return longImports.recover(deps);
};

const carryOut = async (deps: Deps, { run, state, added, items }: Begun, reader: ImportReader): Promise<ImportRun> => {
  const fault = longImports.fault(deps);
  const announce = announcer(deps, run.id, run.user.id);
  announce.say('IMPORT_STARTS', say('log.started', { file: run.file_name, rows: state.total }));
  announce.update(0, items);
  try {
    const job = { state, by: run.user.id, reader, announce };
    await reader.add(added);
    return (await longImports.beating(deps, run.id, () => runImport(deps, job))) ?? run;
  } catch (error) {
    await announce.flush();
    const text = isDiskFull(error) ? 'log.diskFull' : 'log.failed';
    const end = async () => {
      const ended = await endRuns(deps, eq(imports.id, run.id), { to: 'failed', text });
      announceEnded(deps, ended, 'IMPORT_ERROR');
      return ended;
    };
    const ended = await longImports.end(deps, run.id, end).catch(fault);
    if (ended?.length !== 0) fault(error);
    return ended?.[0]?.run ?? (await readRun(deps.db, run.id).catch(fault)) ?? run;
  } finally {
    announce.end();
    await reader.close();
    longImports.own(deps).delete(run.id);
  }
};
