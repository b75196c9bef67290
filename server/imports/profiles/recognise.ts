import { isDeepStrictEqual } from 'node:util';
import type { ImportMapping, MappingProposal } from '#contract/importMapping.ts';
import type { ImportProfile } from '#contract/preparing.ts';
import type { Caller } from '../../accounts/session/caller.ts';
import { listReturningProfiles } from '../../exports/profiles.ts';
import { findReturningProfile } from '../../exports/returning.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { productNumberColumn } from '../../table/productNumber.ts';
import { TableRefusal } from '../../table/refusal.ts';
import { type OpenedTable, openTableFile } from '../createWorkerInput.ts';
import { proposeMapping } from '../propose.ts';
import { requestProposal } from '../reader.ts';
import { beginUserTurn, runInUserTurn } from '../turns.ts';
import { listProfiles } from './profiles.ts';

/** How to read a table. The id is null for the table of an export profile. */
export interface RecognisedProfile {
  id: number | null;
  mapping: ImportMapping;
}

/**
 * A table that stays open. Opening a large table again would take most of the time until its first rows are available.
 */
export interface RecognisedTable extends OpenedTable {
  profile: RecognisedProfile | null;
  /** Ends the thread and the user's turn. */
  close: () => Promise<void>;
}

/**
 * Opens a file to find the profile to apply to it. The profile must have exactly the file's headings, since the user is
 * not asked. If several profiles match, the one with the most assigned columns wins. A table that was exported with a
 * profile is read with that profile, unless an import profile has the same headings and nothing proves that the table
 * is ours. The caller closes the table. Undefined if there are no profiles, or if the file is not a table, which the
 * import reports.
 */
export const openRecognisedTable = async (
  deps: ServerDeps,
  path: string,
  user: Caller,
): Promise<RecognisedTable | undefined> => {
  const profiles = await listProfiles(deps.db);
  const exportProfiles = await listReturningProfiles(deps.db);
  if (profiles.length + exportProfiles.length === 0) return undefined;
  const endTurn = await beginUserTurn(user.id);
  try {
    const table = await openTableFile(deps, { path, user });
    const proposal = await requestProposal(table.thread, {});
    const returning = findReturningProfile(exportProfiles, proposal, table);
    const found = returning?.isOwn ? null : findProfile(profiles, proposal);
    const profile = found ?? (returning && { id: null, mapping: returning.mapping });
    return { ...table, profile, close: () => table.thread.end().finally(endTurn) };
  } catch (error) {
    endTurn();
    if (error instanceof TableRefusal) return undefined;
    throw error;
  }
};

/** The profile that `openRecognisedTable` finds. */
export const recogniseProfile = async (
  deps: ServerDeps,
  path: string,
  user: Caller,
): Promise<RecognisedProfile | null> => {
  const table = await openRecognisedTable(deps, path, user);
  await table?.close();
  return table?.profile ?? null;
};

const findProfile = (profiles: readonly ImportProfile[], proposal: MappingProposal): ImportProfile | null => {
  const matchingProfiles = profiles.filter(({ mapping }) => matchesHeadings(mapping, proposal));
  return (
    matchingProfiles.toSorted((profile, other) => countAssigned(other.mapping) - countAssigned(profile.mapping))[0] ??
    null
  );
};

/**
 * Whether a file has exactly the headings of a mapping. `recogniseProfile` requires this, because it does not ask the
 * user.
 */
export const hasProfileHeadings = async (
  deps: ServerDeps,
  { path, mapping, user }: { path: string; mapping: ImportMapping; user: Caller },
): Promise<boolean> => {
  const { sheet } = mapping;
  const chosen = sheet === null ? {} : { sheet };
  const proposal = await runInUserTurn(user.id, () => proposeMapping(deps, { path, ...chosen }));
  return matchesHeadings(mapping, proposal);
};

const countAssigned = ({ columns }: ImportMapping): number =>
  columns.filter(({ field, sources }) => field !== null && sources.length > 0).length;

const matchesHeadings = (mapping: ImportMapping, { columns }: MappingProposal): boolean => {
  if (hasProductNumberColumn({ columns }) && !hasProductNumberColumn(mapping)) return false;
  return countAssigned(mapping) > 0 && isDeepStrictEqual(collectHeadings(mapping), collectHeadings({ columns }));
};

type MappingColumns = Pick<ImportMapping, 'columns'>;

/**
 * A table with product numbers was exported by Vitrina, so it is not matched to a sender's profile, however similar the
 * two are.
 */
const hasProductNumberColumn = ({ columns }: MappingColumns): boolean =>
  columns.some(({ field }) => field === productNumberColumn);

const collectHeadings = ({ columns }: MappingColumns): Set<string> =>
  new Set(columns.flatMap(({ sources }) => sources.map(({ header, nth }) => `${nth} ${header}`)));
