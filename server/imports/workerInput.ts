import type { Arrangement } from '#contract/arrangement.ts';
import { importLimits } from '#contract/limits.ts';
import { batchPace } from '../db/batchPace.ts';
import type { Deps } from '../http/deps.ts';
import { tableSources } from '../records/tableSources.ts';
import { type Importable, importableWith } from '../table/importable.ts';
import type { TableSources } from '../table/tableFields.ts';
import { language } from '../translate.ts';
import { loadLookups } from './lookups.ts';
import type { WorkerInput } from './messages.ts';

interface File {
  path: string;
  arrangement?: Arrangement | undefined;
  clears?: boolean | undefined;
}

export interface Prepared {
  sources: TableSources;
  fields: Importable;
  input: WorkerInput;
}

/** What the thread needs to read a file, with the fields and names as they are now. */
export const workerInput = async (deps: Deps, { path, arrangement, clears = false }: File): Promise<Prepared> => {
  const sources = await tableSources(deps.db);
  const fields = importableWith(sources);
  const input = {
    path,
    sources,
    lookups: await loadLookups(deps.db, fields),
    batchRows: batchPace[deps.databaseKind].rows,
    mostRows: importLimits.rows[deps.databaseKind],
    arrangement: arrangement ?? null,
    clears,
    language: language(),
  };
  return { sources, fields, input };
};
