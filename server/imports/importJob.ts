import { eq } from 'drizzle-orm';
import { canArchiveAbsent } from '#contract/absentProducts.ts';
import { endpoints } from '#contract/endpoints.ts';
import { channels } from '#contract/events.ts';
import type { ImportRun } from '#contract/importing.ts';
import { getPagePath } from '#contract/pages.ts';
import { isAllowed } from '#contract/permissions.ts';
import { type Caller, findRunCaller } from '../accounts/session/caller.ts';
import { runs } from '../db/schema.ts';
import { isDiskFull } from '../db/violations.ts';
import type { ServerDeps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { FIRST_ATTEMPT, type RunAttempt } from '../jobs/createTakeover.ts';
import { createRunEngine } from '../jobs/engine.ts';
import { readLanguage } from '../jobs/runs.ts';
import { countNamedImages } from '../table/imageTally.ts';
import { runInLanguage, translateImport } from '../translate.ts';
import { type Announcer, createAnnouncer } from './announcer.ts';
import {
  assertCanWriteColumns,
  type CreatedImportRun,
  createImportRun,
  ImportRunningFailure,
  type ImportSource,
} from './createImportRun.ts';
import { createWorkerInput, toReadingChoices } from './createWorkerInput.ts';
import { fetchImageArchive, fetchLocalFile, removeStoredFiles } from './prepared/store.ts';
import { type ImportReader, openReader } from './reader.ts';
import { announceRecords, finishImport, runImport } from './run.ts';
import { countNewValues, importStore, readProgress } from './runs.ts';
import { hasSource, readSource, removeEndedSources, storeUpload } from './sources.ts';
import { clearUploads } from './upload.ts';
import { createEmptyEarlierBatches, readEarlierBatches } from './writtenRows.ts';

const PAGE_PATH = getPagePath('import');

export interface StartedImport {
  run: ImportRun;
  /** Resolves with the ended run. Never rejects, because a failed run is also a result. */
  done: Promise<ImportRun>;
}

export const importRuns = createRunEngine({
  name: 'import',
  store: importStore,
  lastLine: async (tx, { id, counts }, reason) => {
    const newValues = await countNewValues(tx, id);
    return translateImport(`log.${reason}`, {
      kept: translateImport(newValues > 0 ? 'log.keptWithValues' : 'log.kept', { ...counts, made: newValues }),
    });
  },
  emitEnd: (deps, { id, user, progress, counts }, item, reason) => {
    const channel = channels.user(user.id);
    deps.realtime.emit(channel, 'IMPORT_UPDATE', { run_id: id, progress, stepItems: [item] });
    const event = reason === 'canceled' ? 'IMPORT_INTERUPT' : 'IMPORT_ERROR';
    deps.realtime.emit(channel, event, { run_id: id, message: item.text });
    if (counts.new + counts.changed > 0) announceRecords(deps);
  },
  notice: ({ id, status, file_name, counts }, actorName) => {
    const link = `${PAGE_PATH}?run=${id}`;
    if (status === 'finished') return { kind: 'import_finished', payload: { file_name, counts }, link };
    if (status === 'failed') return { kind: 'import_failed', payload: { file_name }, link };
    return { kind: 'import_canceled', payload: { file_name, by: actorName }, link };
  },
  maintain: removeEndedSources,
  resume: {
    possibleCondition: hasSource,
    carryOn: (deps, attempt, signal) => resumeImport(deps, attempt, signal),
  },
});

/** Servers that are inspecting a file, so that a second upload is refused at once instead of starting another thread. */
const startingServers = new WeakSet<ServerDeps>();

/**
 * Inspects a table file and, if it can be read, starts importing it.
 * @throws {TableRefusal} when the file is refused as a whole.
 * @throws {ApiFailure} 409 when a run is active, in this process or another
 */
export const startImport = async (deps: ServerDeps, source: ImportSource): Promise<StartedImport> => {
  if (startingServers.has(deps) || (await importRuns.current(deps))) throw new ImportRunningFailure();
  startingServers.add(deps);
  try {
    const { sources, fields, input } = await createWorkerInput(deps, source);
    const reader = await openReader(input, toReadingChoices(source));
    let key = source.key;
    try {
      key ??= await storeUpload(deps, source.path);
      const openedTable = { fields, sources, inspection: reader.inspection };
      const createdRun = await createImportRun(deps, { ...source, key }, openedTable);
      return { run: createdRun.run, done: executeImport(deps, source, createdRun, reader) };
    } catch (error) {
      await reader.close();
      if (key !== undefined && key !== source.key) await removeStoredFiles(deps, key);
      throw error;
    }
  } finally {
    startingServers.delete(deps);
  }
};

/**
 * Rows already written are kept, because each batch is committed on its own.
 * @throws {ApiFailure} 404 when no run is active; 409 when all of its rows are already written
 */
export const cancelImport = async (deps: ServerDeps, userId: number): Promise<ImportRun> => {
  const [endedRun] = await importRuns.endRuns(deps, eq(runs.status, 'processing'), { reason: 'canceled', userId });
  if (endedRun) return endedRun;
  const isFinishing = (await importRuns.current(deps)) !== null;
  throw isFinishing
    ? new ApiFailure('conflict', { message: translateImport('refused.finishing') })
    : new ApiFailure('notFound', { message: translateImport('refused.notRunning') });
};

const HOUR_MS = 3_600_000;

export const recoverImports = async (deps: ServerDeps): Promise<() => Promise<void>> => {
  await clearUploads(deps.config.dataDir, deps.databaseKind === 'embedded' ? 0 : HOUR_MS);
  return importRuns.recover(deps);
};

const executeImport = (
  deps: ServerDeps,
  { user: caller, imageArchive }: ImportSource,
  { run, state, added, items }: CreatedImportRun,
  reader: ImportReader,
): Promise<ImportRun> => {
  const announce = createAnnouncer(deps, run.id, run.user.id);
  announce.emit('IMPORT_STARTS', translateImport('log.started', { file: run.file_name, rows: state.total }));
  announce.update(0, items);
  const execute = async (signal: AbortSignal) => {
    await reader.add(added);
    await runImport(deps, {
      state,
      earlier: createEmptyEarlierBatches(),
      caller,
      reader,
      archivePath: imageArchive?.path ?? null,
      announce,
      notifyOfEnd: notifyImportEnd,
      signal,
    });
  };
  return runImportAs(deps, { run, attempt: state.attempt, announce, reader, execute });
};

const { notifyOfEnd: notifyImportEnd } = importRuns;

interface ImportExecution {
  run: ImportRun;
  attempt: number;
  announce: Announcer;
  reader: ImportReader | null;
  execute: (signal: AbortSignal) => Promise<void>;
}

const runImportAs = (deps: ServerDeps, { announce, reader, ...job }: ImportExecution): Promise<ImportRun> => {
  const done = importRuns.carryOut(deps, {
    ...job,
    flush: announce.flush,
    close: () => {
      announce.end();
      return reader?.close();
    },
    getReason: error => (isDiskFull(error) ? 'diskFull' : 'failed'),
  });
  deps.backgroundTasks.run('end of an import', async () => {
    await done;
    await removeEndedSources(deps);
  });
  return done;
};

const canImport = ({ grantedSlugs }: Caller): boolean => isAllowed(endpoints.imports.start.access, grantedSlugs);

/** Reads the file again from the start and writes the rows after the last one already written. */
const resumeImport = async (deps: ServerDeps, { id, attempt }: RunAttempt, signal: AbortSignal): Promise<void> => {
  const run = await importStore.readRun(deps.db, id);
  const caller = run && (await findRunCaller(deps, { userId: run.user.id, actorId: run.user.acted_by?.id ?? null }));
  const source = await readSource(deps.db, id);
  if (!caller || !canImport(caller) || !source) throw new Error(`nobody can carry on import run ${id}`);
  await runInLanguage(await readLanguage(deps.db, id), async () => {
    const isRead = run.status === 'post_processing';
    const openedSource = isRead ? null : await reopenSource(deps, { source, caller, signal });
    try {
      signal.throwIfAborted();
      const progress = await readProgress(deps.db, id);
      const items = await deps.db.transaction(async tx => {
        if (!(await importStore.writeStep(tx, id, { attempt })) || attempt === FIRST_ATTEMPT) return [];
        return importStore.writeLog(tx, id, [
          { level: 'info', text: describeResumption(progress, openedSource?.reader.inspection.rows ?? 0) },
        ]);
      });
      // From here on, the engine stops the run.
      signal.throwIfAborted();
      const announce = createAnnouncer(deps, id, run.user.id);
      announce.update(run.progress, items, run.counts);
      const job = { caller, announce, notifyOfEnd: notifyImportEnd };
      const execute = async (abortSignal: AbortSignal) => {
        if (!openedSource) return finishImport(deps, { ...job, state: { id, attempt, counts: run.counts } });
        const { reader, fields, archivePath } = openedSource;
        const { columns, mapping, rows: total, images } = reader.inspection;
        const archiving = canArchiveAbsent(caller.grantedSlugs) ? progress.archiving : null;
        const table = { fields, columns, mapping, total, imagesNamed: countNamedImages(images) };
        const state = { id, attempt, ...table, ...progress, archiving, counts: run.counts };
        const earlierBatches = await readEarlierBatches(deps.db, id);
        await runImport(deps, { ...job, state, reader, archivePath, earlier: earlierBatches, signal: abortSignal });
      };
      void runImportAs(deps, { run, attempt, announce, reader: openedSource?.reader ?? null, execute });
    } catch (error) {
      await openedSource?.reader.close();
      throw error;
    }
  });
};

/** For the log. @param total rows of the file. Once all are written, the run may still archive products or add images. */
const describeResumption = ({ read, toRow }: Awaited<ReturnType<typeof readProgress>>, total: number): string =>
  read < total ? translateImport('log.resumed', { row: toRow + 1 }) : translateImport('log.resumedAfterRows');

interface ReopenOptions {
  source: NonNullable<Awaited<ReturnType<typeof readSource>>>;
  caller: Caller;
  signal: AbortSignal;
}

const reopenSource = async (
  deps: ServerDeps,
  { source: { mapping, edits, ...source }, caller, signal }: ReopenOptions,
) => {
  const path = await fetchLocalFile(deps, source);
  const archiveKey = source.image_archive;
  const archivePath = archiveKey === null ? null : await fetchImageArchive(deps, source.key, archiveKey);
  const { fields, input } = await createWorkerInput(deps, { path, user: caller });
  const reader = await openReader(input, { mapping, edits: edits ?? undefined, archivePath }, { signal });
  try {
    assertCanWriteColumns(reader.inspection.columns, fields, caller.grantedSlugs);
    return { reader, fields, archivePath };
  } catch (error) {
    await reader.close();
    throw error;
  }
};
