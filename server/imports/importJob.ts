import { eq } from 'drizzle-orm';
import { channels } from '#contract/events.ts';
import type { ImportRun } from '#contract/importing.ts';
import { pageAddress } from '#contract/pages.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { runs } from '../db/schema.ts';
import { isDiskFull } from '../db/violations.ts';
import type { Deps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { runEngine } from '../jobs/engine.ts';
import { translateImport } from '../translate.ts';
import { announcer } from './announcer.ts';
import { beginRun, isRunning, type NewImport, type Source } from './begin.ts';
import { type ImportReader, openReader } from './reader.ts';
import { announceRecords, runImport } from './run.ts';
import { countNewValues, importStore } from './runs.ts';
import { clearUploads } from './upload.ts';
import { workerInput } from './workerInput.ts';

const page = pageAddress('import');

export interface StartedImport {
  run: ImportRun;
  /** The ended run. Never rejects: a failed run is a result, too. */
  done: Promise<ImportRun>;
}

export const importRuns = runEngine({
  name: 'import',
  store: importStore,
  lastLine: async (tx, { id, counts }, why) => {
    const newValues = await countNewValues(tx, id);
    return translateImport(`log.${why}`, {
      kept: translateImport(newValues > 0 ? 'log.keptWithValues' : 'log.kept', { ...counts, made: newValues }),
    });
  },
  emitEnd: (deps, { id, user, progress, counts }, item, why) => {
    const channel = channels.user(user.id);
    deps.realtime.emit(channel, 'IMPORT_UPDATE', { run_id: id, progress, stepItems: [item] });
    const event = why === 'canceled' ? 'IMPORT_INTERUPT' : 'IMPORT_ERROR';
    deps.realtime.emit(channel, event, { run_id: id, message: item.text });
    if (counts.new + counts.changed > 0) announceRecords(deps);
  },
  notice: ({ id, status, file_name, counts }, by) => {
    const link = `${page}?run=${id}`;
    if (status === 'finished') return { kind: 'import_finished', payload: { file_name, counts }, link };
    if (status === 'failed') return { kind: 'import_failed', payload: { file_name }, link };
    return { kind: 'import_canceled', payload: { file_name, by }, link };
  },
});

/** Servers that are inspecting a file, so that a second upload is refused at once instead of starting another thread. */
const starting = new WeakSet<Deps>();

/**
 * Inspects a table file and, if it can be read, starts importing it.
 * @throws {TableRefusal} when the file is refused as a whole.
 * @throws {ApiFailure} 409 when a run is active, in this process or another
 */
export const startImport = async (deps: Deps, source: Source): Promise<StartedImport> => {
  if (starting.has(deps) || (await importRuns.current(deps))) throw isRunning();
  starting.add(deps);
  try {
    const { sources, fields, input } = await workerInput(deps, { ...source, clears: source.options?.clear });
    const reader = await openReader(input);
    const started = await beginRun(deps, source, { fields, sources, inspection: reader.inspection }).catch(
      async (error: unknown) => {
        await reader.close();
        throw error;
      },
    );
    return { run: started.run, done: carryOut(deps, source.user, started, reader) };
  } finally {
    starting.delete(deps);
  }
};

/**
 * Rows already written are kept, because each batch is committed on its own.
 * @throws {ApiFailure} 404 when no run is active; 409 when all of its rows are already written
 */
export const cancelImport = async (deps: Deps, by: number): Promise<ImportRun> => {
  const [ended] = await importRuns.endRuns(deps, eq(runs.status, 'processing'), { why: 'canceled', by });
  if (ended) return ended;
  const isFinishing = (await importRuns.current(deps)) !== null;
  throw isFinishing
    ? new ApiFailure('conflict', { message: translateImport('refused.finishing') })
    : new ApiFailure('notFound', { message: translateImport('refused.notRunning') });
};

const HOUR = 3_600_000;

export const recoverImports = async (deps: Deps): Promise<() => Promise<void>> => {
  await clearUploads(deps.config.dataDir, deps.databaseKind === 'embedded' ? 0 : HOUR);
  return importRuns.recover(deps);
};

const carryOut = (
  deps: Deps,
  by: Caller,
  { run, state, added, items }: NewImport,
  reader: ImportReader,
): Promise<ImportRun> => {
  const announce = announcer(deps, run.id, run.user.id);
  announce.emit('IMPORT_STARTS', translateImport('log.started', { file: run.file_name, rows: state.total }));
  announce.update(0, items);
  return importRuns.carryOut(deps, {
    run,
    work: async () => {
      await reader.add(added);
      await runImport(deps, { state, by, reader, announce, notifyOfEnd: importRuns.notifyOfEnd });
    },
    flush: announce.flush,
    close: () => {
      announce.end();
      return reader.close();
    },
    why: error => (isDiskFull(error) ? 'diskFull' : 'failed'),
  });
};
