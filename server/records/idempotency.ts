import { createHmac } from 'node:crypto';
import { and, eq, lt } from 'drizzle-orm';
import type { Context } from 'hono';
import type { Caller } from '../accounts/session/caller.ts';
import type { Database } from '../db/database.ts';
import { idempotencyKeys } from '../db/schema.ts';
import type { Deps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';

const DAY = 24 * 3_600_000;

/**
 * Does a request once: with an `Idempotency-Key`, the same request of the same user gets the first
 * answer again (contract 2) for a day. The key is taken in the same transaction as the work, so that
 * of two at once one waits for the other.
 * @throws {ApiFailure} 409 when the key came with another request before.
 */
export const idempotencyFor =
  ({ clock, secrets }: Deps, { id: user_id }: Caller, context: Context, body: unknown) =>
  async <T>(tx: Database, work: () => Promise<T>): Promise<T> => {
    const key = context.req.header('Idempotency-Key');
    if (key === undefined) return work();
    if (key.length === 0 || key.length > 255) throw new ApiFailure('invalid', { text: 'keyFormat' });
    // Under a key: a body may hold a password, which a plain digest would give away to whoever guesses.
    const digest = createHmac('sha256', secrets.refresh)
      .update(JSON.stringify([context.req.path, body]))
      .digest('base64url');
    const taken = await tx
      .insert(idempotencyKeys)
      .values({ user_id, key, digest, created_at: clock() })
      .onConflictDoNothing()
      .returning();
    const itself = and(eq(idempotencyKeys.user_id, user_id), eq(idempotencyKeys.key, key));
    if (taken.length === 0) {
      const [first] = await tx.select().from(idempotencyKeys).where(itself);
      if (first?.digest !== digest) throw new ApiFailure('conflict', { text: 'keyReused' });
      return first.result as T;
    }
    const result = await work();
    await tx.update(idempotencyKeys).set({ result }).where(itself);
    return result;
  };

/** Forgets keys of the day before. */
export const pruneKeys = async ({ db, clock }: Deps): Promise<void> => {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.created_at, new Date(clock().getTime() - DAY)));
};
