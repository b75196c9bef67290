import type { Deps } from '../http/deps.ts';
import { perServer } from './perServer.ts';

/** Runs of this process whose end could not be written yet, with what ends them. */
export const unendedRuns = <Run>() => {
  const known = perServer(() => new Map<number, () => Promise<Run[]>>());
  /**
   * Ends a run of this process. Where not even that can be written, as on a full disk, it is tried again until it holds,
   * and this process does not take the run for a dead one. @throws what is in the way
   */
  const end = async (deps: Deps, id: number, endNow: () => Promise<Run[]>): Promise<Run[]> => {
    try {
      const ended = await endNow();
      known(deps).delete(id);
      return ended;
    } catch (error) {
      known(deps).set(id, endNow);
      throw error;
    }
  };
  const endAll = async (deps: Deps): Promise<void> => {
    // What is in the way was logged when it was first tried.
    for (const [id, endNow] of known(deps)) await end(deps, id, endNow).catch(() => null);
  };
  return { end, endAll, has: (deps: Deps, id: number) => known(deps).has(id) };
};
