import type { ServerDeps } from '../http/deps.ts';
import { perServer } from './perServer.ts';

/** Runs that this process no longer carries out, while that could not be saved yet, for example because the disk is full. */
export const createUnendedRunTracker = <Run>() => {
  const getEndings = perServer(() => new Map<number, () => Promise<Run[]>>());
  /**
   * Ends a run of this process. If this fails, for example because the disk is full, it is retried until it succeeds.
   * Until then, the run does not count as dead.
   * @throws the error of the first attempt
   */
  const end = async (deps: ServerDeps, id: number, endNow: () => Promise<Run[]>): Promise<Run[]> => {
    try {
      const endedRuns = await endNow();
      getEndings(deps).delete(id);
      return endedRuns;
    } catch (error) {
      getEndings(deps).set(id, endNow);
      throw error;
    }
  };
  /** Saves something at the next `endAll`, and once only, although two of these may overlap. */
  const defer = (deps: ServerDeps, id: number, save: () => Promise<void>): void => {
    let saving: Promise<Run[]> | undefined;
    const saveOnce = async (): Promise<Run[]> => {
      try {
        await save();
      } catch (error) {
        saving = undefined;
        throw error;
      }
      return [];
    };
    getEndings(deps).set(id, () => (saving ??= saveOnce()));
  };
  const endAll = async (deps: ServerDeps): Promise<void> => {
    // Not logged again, since the first attempt has logged the error.
    for (const [id, endNow] of getEndings(deps)) await end(deps, id, endNow).catch(() => null);
  };
  return { end, defer, endAll, has: (deps: ServerDeps, id: number) => getEndings(deps).has(id) };
};
