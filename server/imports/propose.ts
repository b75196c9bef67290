import type { MappingProposal } from '#contract/importMapping.ts';
import type { Caller } from '../accounts/session/caller.ts';
import type { ServerDeps } from '../http/deps.ts';
import type { ChosenLayout } from '../table/proposeLayout.ts';
import { createWorkerInput } from './createWorkerInput.ts';
import { readProposal } from './reader.ts';

/**
 * Proposes a mapping for a table file from its first rows, keeping a sheet or header that the user has chosen.
 * Fields that the user may not write are not proposed.
 * @throws {TableRefusal} when it is not a table
 */
export const proposeMapping = async (
  deps: ServerDeps,
  { path, user, ...chosenLayout }: ChosenLayout & { path: string; user?: Caller },
): Promise<MappingProposal> => readProposal((await createWorkerInput(deps, { path, user })).input, chosenLayout);
