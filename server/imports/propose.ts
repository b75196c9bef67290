import type { ArrangementProposal } from '#contract/arrangement.ts';
import type { Caller } from '../accounts/session/caller.ts';
import type { ServerDeps } from '../http/deps.ts';
import type { ChosenLayout } from '../table/proposeLayout.ts';
import { createWorkerInput } from './createWorkerInput.ts';
import { readProposal } from './reader.ts';

/**
 * Proposes an arrangement for a table file from its first rows, keeping a sheet or header that the user has chosen.
 * Fields that the user may not write are not proposed.
 * @throws {TableRefusal} when it is not a table
 */
export const proposeArrangement = async (
  deps: ServerDeps,
  { path, user, ...chosenLayout }: ChosenLayout & { path: string; user?: Caller },
): Promise<ArrangementProposal> => readProposal((await createWorkerInput(deps, { path, user })).input, chosenLayout);
