import { ApiFailure } from '../../http/errors.ts';

export interface QueueLimits {
  maxConcurrent: number;
  /** Limited per key, so that one network cannot fill the queue; further visits are refused. */
  maxWaitingPerNetwork: number;
  /** Maximum number of waiting visits in total, so that the queue cannot grow without bound. */
  maxWaiting: number;
}

type RunInTurn = <R>(job: () => Promise<R>) => Promise<R>;
/**
 * Joins the queue on behalf of a key, such as a network. During the visit, `inTurn` runs a job as soon as it is the
 * key's turn.
 * @throws {ApiFailure} 429 immediately when the queue is full, before the visit has any effect
 */
export type FairQueue = <R>(network: string, visit: (runInTurn: RunInTurn) => Promise<R>) => Promise<R>;

/** The `Retry-After` of a refusal, in seconds. A key's full queue is usually processed within this time. */
const RETRY_AFTER_SECONDS = 1;

/** A queue that serves its keys round-robin, so that a key with many jobs delays every other key by at most one job. */
export const createFairQueue = ({ maxConcurrent, maxWaitingPerNetwork, maxWaiting }: QueueLimits): FairQueue => {
  const turnQueue = createTurnQueue(maxConcurrent);
  const countsByNetwork = new Map<string, number>();
  let all = 0;
  const count = (network: string, delta: 1 | -1): void => {
    all += delta;
    const remainingVisits = (countsByNetwork.get(network) ?? 0) + delta;
    if (remainingVisits === 0) countsByNetwork.delete(network);
    else countsByNetwork.set(network, remainingVisits);
  };
  return async (network, visit) => {
    if ((countsByNetwork.get(network) ?? 0) >= maxWaitingPerNetwork || all >= maxWaiting)
      throw new ApiFailure('tooMany', { values: { seconds: RETRY_AFTER_SECONDS }, retryAfter: RETRY_AFTER_SECONDS });
    count(network, 1);
    let isWaiting = true;
    const stopWaiting = (): void => {
      if (isWaiting) count(network, -1);
      isWaiting = false;
    };
    try {
      return await visit(async job => {
        await turnQueue.take(network);
        stopWaiting();
        try {
          return await job();
        } finally {
          turnQueue.pass();
        }
      });
    } finally {
      stopWaiting();
    }
  };
};

const createTurnQueue = (maxConcurrent: number) => {
  const lines = new Map<string, (() => void)[]>();
  let runningCount = 0;
  const next = (): (() => void) | undefined => {
    for (const [network, line] of lines) {
      const first = line.shift();
      lines.delete(network);
      if (line.length > 0) lines.set(network, line);
      return first;
    }
    return undefined;
  };
  return {
    take: async (network: string): Promise<void> => {
      if (runningCount < maxConcurrent) {
        runningCount += 1;
        return;
      }
      await new Promise<void>(resolve => {
        const line = lines.get(network);
        if (line) line.push(resolve);
        else lines.set(network, [resolve]);
      });
    },
    pass: (): void => {
      const first = next();
      if (first) first();
      else runningCount -= 1;
    },
  };
};
