import { setTimeout as delay } from 'node:timers/promises';
import type { MediaFile } from './media.ts';
import type { SendingPace } from './pace.ts';
import { NotDelivered } from './refusal.ts';
import type { Target } from './target.ts';

interface Delivery {
  target: Target;
  pace: SendingPace;
  signal: AbortSignal;
  /** Before it waits for another try, in ms. */
  onAgain: (fault: NotDelivered, wait: number) => Promise<void>;
}

/**
 * Delivers a file, and tries again where that may help, each time later.
 * @throws {NotDelivered} with the last fault; an AbortError when it is given up
 */
export const deliver = async (file: MediaFile, { target, pace, signal, onAgain }: Delivery): Promise<void> => {
  for (let tried = 1; ; tried += 1) {
    try {
      signal.throwIfAborted();
      await target.put(await file.read(), signal);
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof NotDelivered) || error.reach !== 'again' || tried >= pace.tries) throw error;
      const wait = Math.min(pace.longestDelay, Math.max(error.retryAfter ?? 0, pace.firstDelay * 2 ** (tried - 1)));
      await onAgain(error, wait);
      await delay(wait, undefined, { signal });
    }
  }
};
