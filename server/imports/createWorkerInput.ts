import type { Arrangement } from '#contract/arrangement.ts';
import { importLimits } from '#contract/limits.ts';
import type { Caller } from '../accounts/session/caller.ts';
import { batchPace } from '../db/batchPace.ts';
import type { ServerDeps } from '../http/deps.ts';
import { readTableSources } from '../records/readTableSources.ts';
import { getImportableFields, type Importable, isImportableBy } from '../table/importable.ts';
import type { TableEdits } from '../table/tableEdits.ts';
import type { TableColumnSources } from '../table/tableFields.ts';
import { getLanguage } from '../translate.ts';
import { loadLookups } from './lookups.ts';
import type { WorkerInput } from './messages.ts';

interface FileToRead {
  path: string;
  arrangement?: Arrangement | undefined;
  clears?: boolean | undefined;
  edits?: TableEdits | undefined;
  archivePath?: string | null | undefined;
  user?: Caller | undefined;
}

export interface OpenedFile {
  sources: TableColumnSources;
  fields: Importable;
  input: WorkerInput;
}

/** The input for a thread that reads a file: a snapshot of the current fields and names, because it has no database. */
export const createWorkerInput = async (
  deps: ServerDeps,
  { path, arrangement, clears = false, edits, archivePath = null, user }: FileToRead,
): Promise<OpenedFile> => {
  const sources = await readTableSources(deps.db);
  const fields = getImportableFields(sources);
  const input = {
    path,
    sources,
    lookups: await loadLookups(deps.db, fields),
    batchRows: batchPace[deps.databaseKind].rows,
    maxRows: importLimits.rows[deps.databaseKind],
    deniedFields: [...fields.keys()].filter(name => user && !isImportableBy(user.grantedSlugs, fields, name)),
    arrangement: arrangement ?? null,
    clearsEmpty: clears,
    edits,
    archivePath,
    language: getLanguage(),
  };
  return { sources, fields, input };
};
