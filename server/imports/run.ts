import { sql } from 'drizzle-orm';
import { channels } from '#contract/events.ts';
import type { ImportRun, LogItem } from '#contract/importing.ts';
import type { Caller } from '../accounts/session/caller.ts';
import type { Database, DatabaseKind } from '../db/database.ts';
import { announceDraft } from '../drafts/author.ts';
import { completeBatch, readRunBatch } from '../drafts/summary.ts';
import type { ServerDeps } from '../http/deps.ts';
import { RunEndedError } from '../jobs/engine.ts';
import { attemptCondition, type NewLogLine } from '../jobs/runs.ts';
import { collectNotified, emitNotificationsChange, type NotifiedUsers } from '../realtime/notifications/notify.ts';
import { getBinding, narrowBinding } from '../records/tableBinding.ts';
import { type ImageArchive, openImageArchive } from '../table/imageArchive.ts';
import { createImageLister } from '../table/imageTally.ts';
import { importedResource } from '../table/importable.ts';
import { inSpan } from '../tracing/span.ts';
import { translateImport } from '../translate.ts';
import { archiveAbsentProducts } from './absent/archiveAbsentProducts.ts';
import { findPresentProducts, writePresentProducts } from './absent/presentProducts.ts';
import type { Announcer } from './announcer.ts';
import { getPresenceTarget, type RunState, writeBatch } from './batch.ts';
import { addRowImages } from './images/addImages.ts';
import type { WorkerBatch } from './messages.ts';
import { createPartWriter, type PartWriter } from './partWriter.ts';
import type { ImportReader } from './reader.ts';
import { importStore } from './runs.ts';
import { addEarlierBatches, addKeysOfWrittenRows, type MutableEarlierBatches, takeRemainder } from './writtenRows.ts';

interface ImportJob {
  state: RunState;
  earlier: MutableEarlierBatches;
  caller: Caller;
  reader: ImportReader;
  /** The path of the archive of images that comes with the table. */
  archivePath: string | null;
  announce: Announcer;
  notifyOfEnd: (tx: Database, notifiedUsers: NotifiedUsers, run: ImportRun) => Promise<void>;
  /** Aborted when the run is ended or the server stops. */
  signal: AbortSignal;
}

/** @throws {RunEndedError} when the run was cancelled, or taken over by another process */
export const runImport = async (deps: ServerDeps, job: ImportJob): Promise<void> => {
  const batch = await readRunBatch(deps.db, job.state.id);
  const writePart = createPartWriter(deps, { ...job, batch });
  const archive = job.archivePath === null ? null : await openImageArchive(job.archivePath);
  const state = await writeTable(deps, job, { writePart, archive }).finally(() => archive?.close());
  await updateRunStatus(deps.db, deps, { state, from: 'processing', to: 'post_processing' });
  if (batch.id !== undefined) await completeBatch(deps.db, batch.id);
  await inSpan('post-processing', {}, () => finishImport(deps, { ...job, state }));
};

interface TableWriting {
  writePart: PartWriter;
  archive: ImageArchive | null;
}

const writeTable = async (
  deps: ServerDeps,
  job: ImportJob,
  { writePart, archive }: TableWriting,
): Promise<RunState> => {
  const written = await inSpan('write rows', {}, () => writeAllBatches(deps, job, { writePart, archive }));
  const state = await inSpan('archive absent products', {}, () =>
    archiveAbsentProducts(deps, { ...job, state: written, writePart }),
  );
  return inSpan('add images', {}, () => addRowImages(deps, { ...job, state, writePart, archive }));
};

const writeAllBatches = async (
  deps: ServerDeps,
  { state: first, earlier, caller, reader }: ImportJob,
  { writePart, archive }: TableWriting,
): Promise<RunState> => {
  const binding = narrowBinding(getBinding(importedResource), caller);
  const listImages = createImageLister(first.columns, archive);
  let state = first;
  for (let workerBatch = await reader.next(); workerBatch; workerBatch = await reader.next()) {
    await writeExcluded(deps, state, workerBatch);
    const batch = takeRemainder(workerBatch, first.toRow);
    if (batch !== workerBatch) addKeysOfWrittenRows(earlier, workerBatch);
    if (!batch) continue;
    const options = { binding, state, earlier, batch, listImages };
    const batchResult = await writePart((tx, changes) => writeBatch(tx, changes, options));
    state = batchResult.state;
    addEarlierBatches(earlier, batchResult.writtenBatches);
  }
  return state;
};

/** The products in excluded rows count as present. If a run is resumed, this step runs again, which has no effect. */
const writeExcluded = async ({ db }: ServerDeps, state: RunState, { excluded }: WorkerBatch): Promise<void> => {
  const target = getPresenceTarget(state);
  if (excluded.length === 0 || (!target.isArchiving && target.profileId === null)) return;
  await db.transaction(async tx => {
    const unreadValues = excluded.map(({ identifiers }) => identifiers);
    await writePresentProducts(tx, target, await findPresentProducts(tx, { unread: unreadValues }));
  });
};

interface StatusUpdate {
  state: Pick<RunState, 'id' | 'attempt'>;
  from: 'processing' | 'post_processing';
  to: 'post_processing' | 'finished';
}

const updateRunStatus = async (
  tx: Database,
  { clock }: ServerDeps,
  { state: { id, attempt }, from, to }: StatusUpdate,
): Promise<void> => {
  const movedIds = await importStore.move(tx, attemptCondition(id, attempt), { from: [from], to, at: clock() });
  if (movedIds.length === 0) throw new RunEndedError(`import run ${id} was ended`);
};

type FinishOptions = Pick<ImportJob, 'announce' | 'notifyOfEnd'> & {
  state: Pick<RunState, 'id' | 'attempt' | 'counts'>;
};

/** §4: post-processing from 100 on, then finished. */
export const finishImport = async (
  deps: ServerDeps,
  { state, announce, notifyOfEnd }: FinishOptions,
): Promise<void> => {
  const { id, counts } = state;
  await announce.flush();
  announce.emit('IMPORT_POST', translateImport('log.finishing'));
  const postProcessError = await postProcess(deps);
  if (postProcessError) announce.emit('IMPORT_POST_ERROR', postProcessError);
  const text = translateImport('log.finished', counts);
  const lines: NewLogLine<LogItem>[] = [
    ...(postProcessError ? [{ level: 'warning' as const, text: postProcessError }] : []),
    { level: 'info', text },
  ];
  const notifiedUsers = collectNotified(deps.clock());
  const items = await deps.db.transaction(async tx => {
    await updateRunStatus(tx, deps, { state, from: 'post_processing', to: 'finished' });
    const run = await importStore.readRun(tx, id, notifiedUsers.at);
    if (run) await notifyOfEnd(tx, notifiedUsers, run);
    return importStore.writeLog(tx, id, lines);
  });
  emitNotificationsChange(deps, notifiedUsers.userIds);
  announce.update(100, items);
  await announce.flush();
  announce.emit('IMPORT_READY', text);
};

/**
 * Updates the planner's statistics, which are outdated after an import and would make list queries slow.
 * @returns the error text if that fails
 */
const postProcess = async (deps: ServerDeps): Promise<string | null> => {
  announceRecords(deps);
  try {
    await deps.db.transaction(tx => analyzeTables(tx, deps.databaseKind));
    return null;
  } catch (error) {
    deps.log.error('import post-processing', error);
    return translateImport('log.postFailed');
  }
};

/** Samples 6,000 rows instead of 30,000 on the embedded database, where this blocks every other call. */
const analyzeTables = async (tx: Database, kind: DatabaseKind): Promise<void> => {
  if (kind === 'embedded') await tx.execute(sql`set local default_statistics_target = 20`);
  await tx.execute(sql`analyze ${sql.identifier(getBinding(importedResource).tableName)}`);
};

/** Makes open lists of products and drafts reload, since too many records changed to send them all. */
export const announceRecords = (deps: Pick<ServerDeps, 'realtime'>): void => {
  deps.realtime.emit(channels.records(importedResource), 'RECORDS_CHANGE', {
    resource: importedResource,
    ids: null,
    records: [],
    deleted: [],
  });
  announceDraft(deps, null);
};
