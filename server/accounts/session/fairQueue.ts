import { ApiFailure } from '../../http/errors.ts';

export interface QueueLimits {
  atOnce: number;
  /** Limited per key, so that one network cannot fill the queue; further visits are refused. */
  waitingPerPlace: number;
  /** Maximum number of waiting visits in total, so that the queue cannot grow without bound. */
  waiting: number;
}

type RunInTurn = <R>(job: () => Promise<R>) => Promise<R>;
/**
 * Enters the queue on behalf of a key, such as a network. During the visit, `inTurn` runs a job when its turn comes.
 * @throws {ApiFailure} 429 immediately when the queue is full, before the visit has any effect
 */
export type FairQueue = <R>(place: string, visit: (inTurn: RunInTurn) => Promise<R>) => Promise<R>;

/** The `Retry-After` of a refusal, in seconds. The full queue of one key is usually processed within this time. */
const RETRY_AFTER_SECONDS = 1;

/** A queue that serves its keys round-robin, so that a key with many jobs delays every other one by at most one job. */
export const createFairQueue = ({ atOnce, waitingPerPlace, waiting }: QueueLimits): FairQueue => {
  const turns = createTurnQueue(atOnce);
  const visits = new Map<string, number>();
  let all = 0;
  const count = (place: string, by: 1 | -1): void => {
    all += by;
    const remainingVisits = (visits.get(place) ?? 0) + by;
    if (remainingVisits === 0) visits.delete(place);
    else visits.set(place, remainingVisits);
  };
  return async (place, visit) => {
    if ((visits.get(place) ?? 0) >= waitingPerPlace || all >= waiting)
      throw new ApiFailure('tooMany', { values: { seconds: RETRY_AFTER_SECONDS }, retryAfter: RETRY_AFTER_SECONDS });
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

const createTurnQueue = (atOnce: number) => {
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
