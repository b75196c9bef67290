import type { ArrangementProposal } from '#contract/arrangement.ts';
import { batchPace } from '../db/batchPace.ts';
import type { Deps } from '../http/deps.ts';
import { tableSources } from '../records/tableSources.ts';
import { importableWith } from '../table/importable.ts';
import type { Chosen } from '../table/propose.ts';
import { language } from '../translate.ts';
import { loadLookups } from './lookups.ts';
import { readProposal } from './reader.ts';

/**
 * How a table file would be read, by its first rows; a sheet or a header that a person has chosen stays as it is.
 * @throws {TableRefusal} when it is not a table
 */
export const proposeArrangement = async (
  deps: Deps,
  { path, ...chosen }: Chosen & { path: string },
): Promise<ArrangementProposal> => {
  const sources = await tableSources(deps.db);
  const lookups = await loadLookups(deps.db, importableWith(sources));
  const { rows: batchRows } = batchPace[deps.databaseKind];
  const input = { path, sources, lookups, batchRows, arrangement: null, clears: false, language: language() };
  return readProposal(input, chosen);
};
