import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import { canArchiveAbsent } from '#contract/absentProducts.ts';
import type { ImportOptions, ImportRun, LogItem } from '#contract/importing.ts';
import type { ImportMapping } from '#contract/importMapping.ts';
import { toAuthor, withAuthor } from '../accounts/author.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { importProfiles, runs } from '../db/schema.ts';
import { describeBatch } from '../drafts/author.ts';
import type { ServerDeps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { isAlreadyRunningError } from '../jobs/engine.ts';
import type { NewLogLine } from '../jobs/runs.ts';
import { lockDefinitionsShared } from '../records/attributes.ts';
import { commitChange } from '../records/commit.ts';
import { readTableSources } from '../records/readTableSources.ts';
import { stripUnstorable, type TableSummary } from '../table/batches.ts';
import type { Column } from '../table/columns.ts';
import { countNamedImages } from '../table/imageTally.ts';
import { type Importable, isImportableBy } from '../table/importable.ts';
import type { Lookups } from '../table/parseResult.ts';
import { TableRefusal } from '../table/refusal.ts';
import type { TableEdits } from '../table/tableEdits.ts';
import type { TableColumnSources } from '../table/tableFields.ts';
import { translateImport } from '../translate.ts';
import type { RunState } from './batch.ts';
import { keepSynonyms } from './keepSynonyms.ts';
import type { TableInspection } from './messages.ts';
import { canCreateMissingValues, createMissingValues, selectNewValues } from './missingValues.ts';
import { lockSeenUpload, type SeenUpload } from './prepared/store.ts';
import { readProfileName } from './profiles/profiles.ts';
import { type ArchivingProgress, importStore, writeSkipped } from './runs.ts';
import { lockReading, type Reading } from './schedules/readings.ts';
import { markTableStarted } from './schedules/takenTables.ts';
import { writeSource } from './sources.ts';

export interface ImportSource {
  /** Path of the table file, which must exist until the run has ended. */
  path: string;
  /** The key of the file in the store, if it has been stored already. */
  key?: string | undefined;
  /** The upload from which everything here was read, if there is one. */
  upload?: SeenUpload | undefined;
  /** Never used as a path, because it comes from the user. */
  fileName: string;
  user: Caller;
  options?: ImportOptions | undefined;
  /** How to read the table; defaults to the proposed mapping. */
  mapping?: ImportMapping | undefined;
  edits?: TableEdits | undefined;
  /** The archive of images that comes with the table. */
  imageArchive?: { path: string; key: string } | null | undefined;
  /** The profile that the mapping comes from. It stores this run as its last import. */
  profileId?: number | null | undefined;
  /**
   * The reading of a schedule that starts the run. It must not start a run for a table that a user has already decided
   * about, nor once it has been replaced.
   */
  reading?: Reading | undefined;
  /** Whether the user has confirmed that most of the expected products will be archived. */
  archivesMost?: boolean | undefined;
}

export interface CreatedImportRun {
  run: ImportRun;
  state: RunState;
  added: Lookups;
  items: LogItem[];
}

interface OpenedTable {
  fields: Importable;
  sources: TableColumnSources;
  inspection: TableInspection;
}

/** Another import is running or starting. */
export class ImportRunningFailure extends ApiFailure {
  constructor() {
    super('conflict', { message: translateImport('refused.running') });
  }
}
const createRedefinedFailure = () => new ApiFailure('conflict', { message: translateImport('refused.redefined') });

/**
 * Creates a run and, in the same transaction, the reference values it needs, so that a refused run leaves none behind.
 * @throws {TableRefusal}, {ApiFailure} 409 while another run is active, {ReadingReplacedError}, and the errors of `lockSeenUpload`
 */
export const createImportRun = async (
  deps: ServerDeps,
  source: ImportSource & { key: string },
  openedTable: OpenedTable,
): Promise<CreatedImportRun> => {
  const { user, fileName, key, edits, profileId = null } = source;
  const { fields, sources, inspection } = openedTable;
  const { columns, rows: total, missing, mapping } = inspection;
  assertCanWriteColumns(columns, fields, user.grantedSlugs);
  const creates = selectNewValues(missing, fields, source);
  const archiving = beginArchiving(source, mapping);
  const headings = columns.map(({ header }) => stripUnstorable(header));
  assertCanCreateValues(creates, user.grantedSlugs);
  const { run, added, items } = await commitChange(withAuthor(deps, user), async (tx, changes) => {
    if (source.reading) await lockReading(tx, source.reading);
    // The definitions cannot change afterwards either: `redefineAttributes` refuses that while a run is active.
    await lockDefinitionsShared(tx);
    if (!isDeepStrictEqual(await readTableSources(tx), sources)) throw createRedefinedFailure();
    const profile = profileId === null ? null : await readProfileName(tx, profileId);
    const details = { file_name: fileName, headings, archiving, ...(profile && { profile }) };
    const id = await importStore.insertRun(tx, { starter: toAuthor(user), at: changes.at, details });
    // The insert may have waited for another run to end, which must not count as part of this run's duration.
    await tx.update(runs).set({ started_at: deps.clock() }).where(eq(runs.id, id));
    // The run's id is known only at this point.
    await describeBatch(tx, { kind: 'import', details: { name: fileName, run_id: id } });
    await writeSource(tx, id, { key, mapping, edits, image_archive: source.imageArchive?.key ?? null });
    if (profileId !== null)
      await tx.update(importProfiles).set({ last_run_id: id }).where(eq(importProfiles.id, profileId));
    await markTableStarted(tx, { key, runId: id, isUndecided: source.reading !== undefined });
    // The upload may have been removed or changed while its table was inspected, which takes seconds.
    if (source.upload) await lockSeenUpload(deps, tx, source.upload);
    const items = await importStore.writeLog(tx, id, [
      ...createFirstLogLines(fileName, inspection, creates),
      ...(mapping.absent?.archives && !archiving ? [createCannotArchiveLine()] : []),
    ]);
    await writeSkipped(tx, id, [
      { row: 1, cells: columns.map(({ header, rewritten = header }) => stripUnstorable(rewritten)) },
    ]);
    const createdValues: Lookups = await createMissingValues(tx, creates, changes);
    if (edits && canCreateMissingValues(user.grantedSlugs))
      await keepSynonyms(tx, { fields, corrections: edits.corrections }, changes);
    return { run: await importStore.readRun(tx, id), added: createdValues, items };
  }).catch((error: unknown) => {
    // Another user has created one of these values in the meantime, so the file was checked against outdated values.
    if (error instanceof ApiFailure && error.kind === 'invalid') throw createRedefinedFailure();
    throw isAlreadyRunningError(error) ? new ImportRunningFailure() : error;
  });
  if (!run) throw new Error('the import run is gone as soon as it began');
  const counts = { new: 0, changed: 0, unchanged: 0, faulty: 0 };
  const initialState = { read: 0, toRow: 0, counts, attempt: 1, archiving, profileId: run.profile?.id ?? null };
  const images = { imagesNamed: countNamedImages(inspection.images), imageRows: { done: 0, left: 0 } };
  const state: RunState = { id: run.id, fields, columns, mapping, total, ...initialState, ...images };
  return { run, state, added, items };
};

const beginArchiving = (
  { user, archivesMost: isConfirmed = false }: ImportSource,
  { absent }: ImportMapping,
): ArchivingProgress | null =>
  absent?.archives && canArchiveAbsent(user.grantedSlugs)
    ? { isConfirmed, isBegun: false, isOver: false, after: 0 }
    : null;

const createCannotArchiveLine = (): NewLogLine<LogItem> => ({
  level: 'warning',
  text: translateImport('log.mayNotArchive'),
});

const toImageCounts = (images: TableSummary['images']) => ({
  addresses: images?.addresses ?? 0,
  files: images?.files ?? 0,
  missing: images?.missing ?? 0,
});

const createFirstLogLines = (
  file: string,
  { sheet, columns, rows, ignoredRows: ignoredCounts, images }: TableSummary,
  creates: TableSummary['missing'],
): NewLogLine<LogItem>[] => {
  const info = (text: string) => ({ level: 'info' as const, text });
  const unknownColumns = columns.filter(({ field }) => !field);
  const newValues = Object.values(creates).flat();
  return [
    info(translateImport('log.started', { file, rows })),
    ...(sheet ? [info(translateImport('log.sheet', { sheet }))] : []),
    ...unknownColumns.map(({ header }) => ({
      level: 'warning' as const,
      text: translateImport('log.unknownColumn', { header }),
    })),
    ...(ignoredCounts.sections + ignoredCounts.totals > 0
      ? [info(translateImport('log.leftOut', { ...ignoredCounts }))]
      : []),
    ...(countNamedImages(images) > 0 ? [info(translateImport('log.imagesNamed', toImageCounts(images)))] : []),
    // These lines have a value but no row. This is how `countNewValues` recognises them.
    ...newValues.map(value => ({ ...info(translateImport('log.created')), value })),
  ];
};

/**
 * Refuses columns the user may not write, because an import must not bypass the permission of a field.
 * @throws {TableRefusal}
 */
export const assertCanWriteColumns = (
  columns: readonly Column[],
  fields: Importable,
  grantedSlugs: ReadonlySet<string>,
): void => {
  const closed = columns.find(({ field }) => field && !isImportableBy(grantedSlugs, fields, field));
  if (closed) throw new TableRefusal('closedColumn', { header: closed.header });
};

/** Only users who administer references may create values. @throws {ApiFailure} 403 */
export const assertCanCreateValues = (missing: TableSummary['missing'], grantedSlugs: ReadonlySet<string>): void => {
  if (Object.keys(missing).length > 0 && !canCreateMissingValues(grantedSlugs))
    throw new ApiFailure('forbidden', { message: translateImport('refused.mayNotCreate') });
};
