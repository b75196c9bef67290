import { type RequestPace, retryTemporary } from '../../outgoing/pace.ts';
import type { MediaFile } from './media.ts';
import { DeliveryError } from './refusal.ts';
import type { DeliveryTarget } from './target.ts';

interface DeliveryOptions {
  target: DeliveryTarget;
  pace: RequestPace;
  signal: AbortSignal;
  /** Called before each wait, so that the log can explain the delay; `wait` in ms. */
  onRetry: (error: DeliveryError, wait: number) => Promise<void>;
}

/** @throws {DeliveryError} the last failure; an AbortError when aborted */
export const deliver = (file: MediaFile, { target, pace, signal, onRetry }: DeliveryOptions): Promise<void> =>
  retryTemporary(async () => target.put(await file.read(), signal), {
    pace,
    signal,
    getRetry: error =>
      error instanceof DeliveryError && error.scope === 'again' ? { error, after: error.retryAfter } : null,
    onRetry: onRetry,
  });
