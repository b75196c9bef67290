import { setTimeout as delay } from 'node:timers/promises';
import type { MediaFile } from './media.ts';
import type { SendingPace } from './pace.ts';
import { DeliveryError } from './refusal.ts';
import type { DeliveryTarget } from './target.ts';

interface DeliveryOptions {
  target: DeliveryTarget;
  pace: SendingPace;
  signal: AbortSignal;
  /** Called before each wait, so that the log shows why nothing happens; `wait` in ms. */
  onRetry: (error: DeliveryError, wait: number) => Promise<void>;
}

/**
 * Temporary failures are retried after growing pauses, which respect `retryAfter`.
 * @throws {DeliveryError} the last failure; an AbortError when aborted
 */
export const deliver = async (file: MediaFile, { target, pace, signal, onRetry }: DeliveryOptions): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      signal.throwIfAborted();
      await target.put(await file.read(), signal);
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof DeliveryError) || error.scope !== 'again' || attempt >= pace.tries) throw error;
      const wait = Math.min(pace.longestDelay, Math.max(error.retryAfter ?? 0, pace.firstDelay * 2 ** (attempt - 1)));
      await onRetry(error, wait);
      await delay(wait, undefined, { signal });
    }
  }
};
