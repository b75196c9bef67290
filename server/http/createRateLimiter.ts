import type { Context } from 'hono';
import { rateLimits } from '#contract/limits.ts';
import type { Caller } from '../accounts/session/caller.ts';
import type { ServerDeps } from './deps.ts';
import { ApiFailure } from './errors.ts';

/**
 * Limits the calls of each user with a token bucket, so that a single script cannot overload the server. Reports the
 * remaining calls in `RateLimit` headers (draft-ietf-httpapi-ratelimit-headers). In memory, so each process counts
 * separately.
 * @throws {ApiFailure} 429 when the bucket is empty
 */
export const createRateLimiter = ({ config: { callsPerSecond }, clock }: Pick<ServerDeps, 'config' | 'clock'>) => {
  const size = callsPerSecond * rateLimits.burstSeconds;
  /** Never evicted, because the number of users is small. */
  const buckets = new Map<number, { remaining: number; updatedAt: number }>();
  const policy = `"user";q=${size};w=${rateLimits.burstSeconds}`;
  return (context: Context, { id, actor }: Pick<Caller, 'id' | 'actor'>): void => {
    if (callsPerSecond === 0) return;
    const now = clock().getTime();
    const user = actor?.id ?? id;
    const { remaining, updatedAt } = buckets.get(user) ?? { remaining: size, updatedAt: now };
    const refilled = Math.min(size, remaining + (Math.max(0, now - updatedAt) / 1000) * callsPerSecond);
    const after = Math.max(0, refilled - 1);
    buckets.set(user, { remaining: refilled < 1 ? refilled : after, updatedAt: now });
    context.header('RateLimit-Policy', policy);
    context.header('RateLimit', `"user";r=${Math.floor(after)};t=${Math.ceil((size - after) / callsPerSecond)}`);
    if (refilled >= 1) return;
    const seconds = Math.ceil((1 - refilled) / callsPerSecond);
    throw new ApiFailure('tooMany', { text: 'tooManyCalls', values: { seconds }, retryAfter: seconds });
  };
};
