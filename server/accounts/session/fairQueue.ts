import { ApiFailure } from '../../http/errors.ts';

export interface QueueLimits {
  /** Jobs that run at the same time. */
  atOnce: number;
  /** Visits of one place that have not had a turn yet. Further ones are refused. */
  waitingPerPlace: number;
  /** The same for all places together, so that the queue cannot grow without bound. */
  waiting: number;
}

type InTurn = <R>(job: () => Promise<R>) => Promise<R>;
/**
 * Visits the queue on behalf of a place. Within the visit, `inTurn` runs a job when its turn comes.
 * @throws {ApiFailure} 429 at once where there is no room, before anything of the visit has happened
 */
export type FairQueue = <R>(place: string, visit: (inTurn: InTurn) => Promise<R>) => Promise<R>;

/** In seconds: a full share of one place is worked off within one. */
const BUSY = 1;

/**
 * A queue in which places take turns, so that however much one of them sends, a job of another waits for at most one
 * job of each place.
 */
export const createFairQueue = ({ atOnce, waitingPerPlace, waiting }: QueueLimits): FairQueue => {
  const turns = createTurns(atOnce);
  const visits = new Map<string, number>();
  let all = 0;
  const count = (place: string, by: 1 | -1): void => {
    all += by;
    const left = (visits.get(place) ?? 0) + by;
    if (left === 0) visits.delete(place);
    else visits.set(place, left);
  };
  return async (place, visit) => {
    if ((visits.get(place) ?? 0) >= waitingPerPlace || all >= waiting)
      throw new ApiFailure('tooMany', { values: { seconds: BUSY }, retryAfter: BUSY });
    count(place, 1);
    let isWaiting = true;
    const stopWaiting = (): void => {
      if (isWaiting) count(place, -1);
      isWaiting = false;
    };
    try {
      return await visit(async job => {
        await turns.take(place);
        stopWaiting();
        try {
          return await job();
        } finally {
          turns.pass();
        }
      });
    } finally {
      stopWaiting();
    }
  };
};

/** Hands out `atOnce` turns, from place to place. */
const createTurns = (atOnce: number) => {
  /** In the order in which the places are next; a place without a waiting job has no line. */
  const lines = new Map<string, (() => void)[]>();
  let running = 0;
  const next = (): (() => void) | undefined => {
    for (const [place, line] of lines) {
      const first = line.shift();
      lines.delete(place);
      if (line.length > 0) lines.set(place, line);
      return first;
    }
    return undefined;
  };
  return {
    take: async (place: string): Promise<void> => {
      if (running < atOnce) {
        running += 1;
        return;
      }
      await new Promise<void>(resolve => {
        const line = lines.get(place);
        if (line) line.push(resolve);
        else lines.set(place, [resolve]);
      });
    },
    pass: (): void => {
      const first = next();
      if (first) first();
      else running -= 1;
    },
  };
};
