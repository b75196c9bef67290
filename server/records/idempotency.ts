import { createHmac } from 'node:crypto';
import { and, eq, lt } from 'drizzle-orm';
import type { Context } from 'hono';
import type { Caller } from '../accounts/session/caller.ts';
import type { Database } from '../db/database.ts';
import { idempotencyKeys } from '../db/schema.ts';
import type { ServerDeps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Makes a request with an `Idempotency-Key` idempotent per user for a day: a repeat returns the first result (contract
 * 2).
 * The key is inserted in the same transaction as the work, so a concurrent duplicate waits for the first.
 * @throws {ApiFailure} 409 when the key was used for a different request
 */
export const createIdempotency =
  ({ clock, secrets }: ServerDeps, { id: user_id }: Caller, context: Context, body: unknown) =>
  async <T>(tx: Database, operation: () => Promise<T>): Promise<T> => {
    const key = context.req.header('Idempotency-Key');
    if (key === undefined) return operation();
    if (key.length === 0 || key.length > 255) throw new ApiFailure('invalid', { text: 'keyFormat' });
    // An HMAC rather than a plain hash, because the body may contain a password that a dictionary could recover.
    const digest = createHmac('sha256', secrets.refresh)
      .update(JSON.stringify([context.req.path, body]))
      .digest('base64url');
    const takenKeys = await tx
      .insert(idempotencyKeys)
      .values({ user_id, key, digest, created_at: clock() })
      .onConflictDoNothing()
      .returning();
    const keyCondition = and(eq(idempotencyKeys.user_id, user_id), eq(idempotencyKeys.key, key));
    if (takenKeys.length === 0) {
      const [first] = await tx.select().from(idempotencyKeys).where(keyCondition);
      if (first?.digest !== digest) throw new ApiFailure('conflict', { text: 'keyReused' });
      return first.result as T;
    }
    const result = await operation();
    await tx.update(idempotencyKeys).set({ result }).where(keyCondition);
    return result;
  };

export const pruneKeys = async ({ db, clock }: ServerDeps): Promise<void> => {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.created_at, new Date(clock().getTime() - DAY_MS)));
};
