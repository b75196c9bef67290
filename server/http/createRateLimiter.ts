import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { rateLimits } from '#contract/limits.ts';
import type { Caller } from '../accounts/session/caller.ts';
import type { ServerDeps } from './deps.ts';
import { ApiFailure } from './errors.ts';

/** Part of a bucket whose calls are announced to the other processes at once. */
const ANNOUNCED_SHARE = 0.01;

interface Bucket {
  remaining: number;
  updatedAt: number;
  unannounced: number;
}

/**
 * Limits the calls of each user with a token bucket, so that a single script cannot overload the servers. Reports the
 * remaining calls in `RateLimit` headers (draft-ietf-httpapi-ratelimit-headers).
 *
 * Each process has the buckets in memory, since no call should wait for a count, and announces the calls to the others,
 * so that a user behind a balancer has the same limit. What one process has not announced yet, 1 % of a bucket at most,
 * may be exceeded.
 * @throws {ApiFailure} 429 when the bucket is empty
 */
export const createRateLimiter = ({
  config: { callsPerSecond },
  clock,
  realtime,
}: Pick<ServerDeps, 'config' | 'clock' | 'realtime'>) => {
  const size = callsPerSecond * rateLimits.burstSeconds;
  const announcedCalls = Math.ceil(size * ANNOUNCED_SHARE);
  const limiterId = randomUUID();
  /** Never evicted, because the number of users is small. */
  const buckets = new Map<number, Bucket>();
  const policy = `"user";q=${size};w=${rateLimits.burstSeconds}`;
  const refill = (user: number): Bucket => {
    const now = clock().getTime();
    const { remaining, updatedAt, unannounced } = buckets.get(user) ?? {
      remaining: size,
      updatedAt: now,
      unannounced: 0,
    };
    const refilled = Math.min(size, remaining + (Math.max(0, now - updatedAt) / 1000) * callsPerSecond);
    const bucket = { remaining: refilled, updatedAt: now, unannounced };
    buckets.set(user, bucket);
    return bucket;
  };
  const count = (user: number, bucket: Bucket): void => {
    bucket.remaining -= 1;
    bucket.unannounced += 1;
    if (bucket.unannounced < announcedCalls) return;
    realtime.send({ callsOf: user, calls: bucket.unannounced, countedBy: limiterId });
    bucket.unannounced = 0;
  };
  realtime.listen(message => {
    if (!('callsOf' in message) || message.countedBy === limiterId || callsPerSecond === 0) return;
    const bucket = refill(message.callsOf);
    bucket.remaining = Math.max(0, bucket.remaining - message.calls);
  });
  return (context: Context, { id, actor }: Pick<Caller, 'id' | 'actor'>): void => {
    if (callsPerSecond === 0) return;
    const user = actor?.id ?? id;
    const bucket = refill(user);
    const missing = 1 - bucket.remaining;
    if (missing <= 0) count(user, bucket);
    const { remaining } = bucket;
    context.header('RateLimit-Policy', policy);
    context.header(
      'RateLimit',
      `"user";r=${Math.floor(remaining)};t=${Math.ceil((size - remaining) / callsPerSecond)}`,
    );
    if (missing <= 0) return;
    const seconds = Math.ceil(missing / callsPerSecond);
    throw new ApiFailure('tooMany', { text: 'tooManyCalls', values: { seconds }, retryAfter: seconds });
  };
};
