import { isDeepStrictEqual } from 'node:util';
import type { Arrangement, ArrangementProposal } from '#contract/arrangement.ts';
import type { ImportProfile } from '#contract/preparing.ts';
import type { Caller } from '../../accounts/session/caller.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { productNumberColumn } from '../../table/productNumber.ts';
import { TableRefusal } from '../../table/refusal.ts';
import { proposeArrangement } from '../propose.ts';
import { runInUserTurn } from '../turns.ts';
import { listProfiles } from './profiles.ts';

/**
 * The profile to apply to a file: it must have exactly the file's headings, since the user is not asked; if several
 * match, the profile with the most assigned columns wins. Null if none matches, or if the file is not a table, which
 * the import reports.
 */
export const recogniseProfile = async (
  deps: ServerDeps,
  path: string,
  userId: number,
): Promise<ImportProfile | null> => {
  const profiles = await listProfiles(deps.db);
  if (profiles.length === 0) return null;
  const proposal = await runInUserTurn(userId, () => proposeArrangement(deps, { path })).catch((error: unknown) => {
    if (error instanceof TableRefusal) return null;
    throw error;
  });
  if (!proposal) return null;
  const matchingProfiles = profiles.filter(({ arrangement }) => matchesHeadings(arrangement, proposal));
  return (
    matchingProfiles.toSorted(
      (profile, other) => countAssigned(other.arrangement) - countAssigned(profile.arrangement),
    )[0] ?? null
  );
};

/**
 * Whether a file has exactly the headings of an arrangement, as `recogniseProfile` demands before it reads a table
 * unasked.
 */
export const hasProfileHeadings = async (
  deps: ServerDeps,
  { path, arrangement, user }: { path: string; arrangement: Arrangement; user: Caller },
): Promise<boolean> => {
  const { sheet } = arrangement;
  const chosen = sheet === null ? {} : { sheet };
  const proposal = await runInUserTurn(user.id, () => proposeArrangement(deps, { path, ...chosen }));
  return matchesHeadings(arrangement, proposal);
};

const countAssigned = ({ columns }: Arrangement): number =>
  columns.filter(({ field, sources }) => field !== null && sources.length > 0).length;

const matchesHeadings = (arrangement: Arrangement, { columns }: ArrangementProposal): boolean => {
  if (hasNumberedHeadings({ columns }) && !hasNumberedHeadings(arrangement)) return false;
  return (
    countAssigned(arrangement) > 0 && isDeepStrictEqual(collectHeadings(arrangement), collectHeadings({ columns }))
  );
};

type ArrangementColumns = Pick<Arrangement, 'columns'>;

/** A table with product numbers was exported from here, so it is not matched to a sender's profile, however similar. */
const hasNumberedHeadings = ({ columns }: ArrangementColumns): boolean =>
  columns.some(({ field }) => field === productNumberColumn);

const collectHeadings = ({ columns }: ArrangementColumns): Set<string> =>
  new Set(columns.flatMap(({ sources }) => sources.map(({ header, nth }) => `${nth} ${header}`)));
