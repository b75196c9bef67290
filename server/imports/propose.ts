import type { ArrangementProposal } from '#contract/arrangement.ts';
import type { Caller } from '../accounts/session/caller.ts';
import type { Deps } from '../http/deps.ts';
import type { ChosenLayout } from '../table/proposeFor.ts';
import { createWorkerInput } from './createWorkerInput.ts';
import { readProposal } from './reader.ts';

/**
 * How a table file would be read, by its first rows; a sheet or a header that a person has chosen stays as it is. What the
 * user may not write is not proposed.
 * @throws {TableRefusal} when it is not a table
 */
export const proposeArrangement = async (
  deps: Deps,
  { path, user, ...chosen }: ChosenLayout & { path: string; user?: Caller },
): Promise<ArrangementProposal> => readProposal((await createWorkerInput(deps, { path, user })).input, chosen);
