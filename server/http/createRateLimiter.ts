import type { Context } from 'hono';
import { rateLimits } from '#contract/limits.ts';
import type { Caller } from '../accounts/session/caller.ts';
import type { Deps } from './deps.ts';
import { ApiFailure } from './errors.ts';

/**
 * Limits the calls of each user with a token bucket, so that a single script cannot overload the server. Reports the
 * remaining calls in `RateLimit` headers (draft-ietf-httpapi-ratelimit-headers). In memory, so each process counts
 * separately.
 * @throws {ApiFailure} 429 when the bucket is empty
 */
export const createRateLimiter = ({ config: { callsPerSecond }, clock }: Pick<Deps, 'config' | 'clock'>) => {
  const size = callsPerSecond * rateLimits.burstSeconds;
  /** Never evicted, because the number of users is small. */
  const buckets = new Map<number, { left: number; at: number }>();
  const policy = `"user";q=${size};w=${rateLimits.burstSeconds}`;
  return (context: Context, { id, actor }: Pick<Caller, 'id' | 'actor'>): void => {
    if (callsPerSecond === 0) return;
    const now = clock().getTime();
    const user = actor?.id ?? id;
    const { left, at } = buckets.get(user) ?? { left: size, at: now };
    const filled = Math.min(size, left + (Math.max(0, now - at) / 1000) * callsPerSecond);
    const after = Math.max(0, filled - 1);
    buckets.set(user, { left: filled < 1 ? filled : after, at: now });
    context.header('RateLimit-Policy', policy);
    context.header('RateLimit', `"user";r=${Math.floor(after)};t=${Math.ceil((size - after) / callsPerSecond)}`);
    if (filled >= 1) return;
    const seconds = Math.ceil((1 - filled) / callsPerSecond);
    throw new ApiFailure('tooMany', { text: 'tooManyCalls', values: { seconds }, retryAfter: seconds });
  };
};
