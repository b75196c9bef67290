import { importLimits } from '#contract/limits.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { batchPace } from '../db/batchPace.ts';
import { listReturningProfiles } from '../exports/profiles.ts';
import { listProfileHeadings } from '../exports/returning.ts';
import type { ServerDeps } from '../http/deps.ts';
import { readTableSources } from '../records/readTableSources.ts';
import { getImportableFields, type Importable, isImportableBy } from '../table/importable.ts';
import type { TableColumnSources } from '../table/tableFields.ts';
import { getLanguage } from '../translate.ts';
import type { ImportSource } from './createImportRun.ts';
import { loadLookups } from './lookups.ts';
import type { ReadingChoices, WorkerInput } from './messages.ts';
import { startThread, type WorkerThread } from './threads.ts';

/** How the table of an import is to be read. */
export const toReadingChoices = ({ mapping, edits, imageArchive, options }: ImportSource): ReadingChoices => ({
  mapping,
  edits,
  clearsEmpty: options?.clear,
  archivePath: imageArchive?.path,
});

interface FileToRead {
  path: string;
  user?: Caller | undefined;
}

export interface OpenedFile {
  sources: TableColumnSources;
  fields: Importable;
  input: WorkerInput;
}

/** The input for a thread that reads a file: a snapshot of the current fields and names, because it has no database. */
export const createWorkerInput = async (deps: ServerDeps, { path, user }: FileToRead): Promise<OpenedFile> => {
  const sources = await readTableSources(deps.db);
  const fields = getImportableFields(sources);
  const input = {
    path,
    sources,
    lookups: await loadLookups(deps.db, fields),
    batchRows: batchPace[deps.databaseKind].importedRows,
    maxRows: importLimits.rows[deps.databaseKind],
    deniedFields: [...fields.keys()].filter(name => user && !isImportableBy(user.grantedSlugs, fields, name)),
    language: getLanguage(),
    profileHeadings: (await listReturningProfiles(deps.db)).map(listProfileHeadings),
  };
  return { sources, fields, input };
};

/** A table file that a thread has opened, with the fields that its columns are assigned to. */
export interface OpenedTable {
  fields: Importable;
  /** The fields that the user may not import. */
  closed: readonly string[];
  thread: WorkerThread;
}

/** @throws {TableRefusal} when it is not a table */
export const openTableFile = async (deps: ServerDeps, file: FileToRead): Promise<OpenedTable> => {
  const { fields, input } = await createWorkerInput(deps, file);
  return { fields, closed: input.deniedFields, thread: await startThread(input) };
};
