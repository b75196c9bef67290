import { createHmac } from 'node:crypto';
import { eq, lt, sql } from 'drizzle-orm';
import { rowsOf } from '../../db/database.ts';
import { throttles } from '../../db/schema.ts';
import type { Deps } from '../../http/deps.ts';
import { ApiFailure } from '../../http/errors.ts';

/**
 * Throttling rules. After `free` attempts each further one doubles the wait, from `first` seconds up to five minutes.
 */
const allowances = {
  /** Sign-in, by e-mail address and network, so that an attacker elsewhere cannot lock a user out. */
  signIn: { free: 5, first: 2 },
  /** Changing one's own password, by user. */
  ownPassword: { free: 5, first: 2 },
  /** Requesting a reset link, by e-mail address and network. */
  restore: { free: 3, first: 10 },
  /** Sending a reset link, by e-mail address, so that nobody's mailbox can be flooded. */
  mail: { free: 1, first: 30 },
  /** Invalid reset links, by network, since there is no account to count by. */
  reset: { free: 10, first: 2 },
} as const;
type Throttled = keyof typeof allowances;

const LONGEST = 300;
/**
 * Seconds until attempts are forgotten. Waiting this long gains an attacker nothing, since the longest waits allow as
 * many guesses.
 */
const FORGOTTEN_AFTER = 3600;

/**
 * Counts an attempt; a success clears the count. Attempts during a wait are not counted, so that an impatient user does
 * not prolong it. Stored in the database, because processes share the count and a restart must not reset it.
 * @throws {ApiFailure} 429 with the seconds to wait
 */
export const countAttempt = async (
  deps: Deps,
  what: Throttled,
  ...names: readonly (string | number)[]
): Promise<void> => {
  const seconds = await secondsToWait(deps, what, ...names);
  if (seconds > 0) throw new ApiFailure('tooMany', { values: { seconds }, retryAfter: seconds });
};

/** Counts an attempt unless a wait is in progress. @returns 0, or the seconds to wait */
export const secondsToWait = async (
  { db, clock, secrets }: Deps,
  what: Throttled,
  ...names: readonly (string | number)[]
): Promise<number> => {
  const { free, first } = allowances[what];
  const key = keyOf(secrets.access, what, names);
  const now = clock();
  const at = sql`${now.toISOString()}::timestamptz`;
  const after = (seconds: ReturnType<typeof sql>) => sql`${at} + make_interval(secs => ${seconds})`;
  const wait = sql`case when t < ${free}::int then 0 else least(${first}::int * power(2, t - ${free}::int), ${LONGEST}::int) end`;
  const counted = await rowsOf(
    db,
    sql`insert into throttles (key, tries, free_at, forget_at)
      select ${key}, t, ${after(wait)}, ${after(sql`${FORGOTTEN_AFTER}::int`)} from (select 1 as t) first_try
      on conflict (key) do update set (tries, free_at, forget_at) = (
        select t, ${after(wait)}, ${after(sql`${FORGOTTEN_AFTER}::int`)}
        from (select case when throttles.forget_at <= ${at} then 1 else throttles.tries + 1 end as t) next_try)
      where throttles.free_at <= ${at}
      returning tries`,
  );
  if (counted.length > 0) return 0;
  const [held] = await db.select().from(throttles).where(eq(throttles.key, key));
  return held ? Math.max(1, Math.ceil((held.free_at.getTime() - now.getTime()) / 1000)) : 0;
};

export const clearAttempts = async (
  { db, secrets }: Deps,
  what: Throttled,
  ...names: readonly (string | number)[]
): Promise<void> => {
  await db.delete(throttles).where(eq(throttles.key, keyOf(secrets.access, what, names)));
};

export const pruneThrottles = async ({ db, clock }: Deps): Promise<void> => {
  await db.delete(throttles).where(lt(throttles.forget_at, clock()));
};

const keyOf = (secret: string, what: Throttled, names: readonly (string | number)[]): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify([what, ...names]))
    .digest('base64url');
