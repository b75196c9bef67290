import { createHmac } from 'node:crypto';
import { eq, lt, sql } from 'drizzle-orm';
import { attemptLimits } from '#contract/limits.ts';
import { queryRows } from '../../db/database.ts';
import { throttles } from '../../db/schema.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { ApiFailure } from '../../http/errors.ts';

interface Allowance {
  free: number;
  /** The first wait, in seconds. */
  first: number;
  /**
   * The period, in seconds, in which `free` attempts are allowed. Attempts are also forgotten if none is made for this
   * long after the end of a wait. An hour by default.
   */
  within?: number;
}

/**
 * Throttling rules. After `free` attempts, each further attempt doubles the wait, from `first` seconds up to five
 * minutes.
 */
const throttleRules = {
  /** Sign-in, by e-mail address and network, so that an attacker elsewhere cannot lock a user out. */
  signIn: { free: 5, first: 2 },
  /**
   * Failed sign-ins from a network, for all addresses together, so that nobody can try one password on every account.
   */
  wrongSignIn: { free: attemptLimits.wrongSignIns, first: 2, within: attemptLimits.seconds },
  /** Counted by user, so that a stolen token does not allow guessing the password. */
  ownPassword: { free: 5, first: 2 },
  restore: { free: 3, first: 10 },
  restoreFrom: { free: attemptLimits.resetLinks, first: 2, within: attemptLimits.seconds },
  /** Requests for reset links, counted by e-mail address, so that nobody's mailbox can be flooded. */
  mail: { free: 1, first: 30 },
  /** Invalid reset links, counted by network, since they do not belong to any account. */
  reset: { free: 10, first: 2 },
} as const satisfies Record<string, Allowance>;
type ThrottledAction = keyof typeof throttleRules;

const MAX_WAIT_SECONDS = 300;
/**
 * Seconds until attempts are forgotten. An attacker gains nothing by waiting this long, since the longest waits allow
 * as many guesses.
 */
const FORGET_AFTER_SECONDS = 3600;

/**
 * Counts an attempt; a success clears the count. Attempts during a wait are not counted, so that an impatient user does
 * not prolong it. Stored in the database, because processes share the count and a restart must not reset it.
 * @throws {ApiFailure} 429 with the seconds to wait
 */
export const countAttempt = async (
  deps: ServerDeps,
  attemptKind: ThrottledAction,
  ...names: readonly (string | number)[]
): Promise<void> => {
  throwIfWaiting(await readSecondsToWait(deps, attemptKind, ...names));
};

/**
 * Refuses requests during a wait, without counting an attempt. Used for limits that a success does not clear. The end
 * of a wait is cached, so that a flood of requests causes no database queries.
 */
export const createWaitCheck = (deps: ServerDeps, attemptKind: ThrottledAction) => {
  /**
   * End of the wait in ms, by network. The map stays small, because each entry costs its network thirty password
   * hashes.
   */
  const endTimes = new Map<string, number>();
  /** @throws {ApiFailure} 429 with the seconds to wait */
  return async (network: string): Promise<void> => {
    const now = deps.clock().getTime();
    throwIfWaiting(Math.ceil(((endTimes.get(network) ?? now) - now) / 1000));
    endTimes.delete(network);
    const seconds = await readSecondsLeft(deps, attemptKind, network);
    if (seconds > 0) endTimes.set(network, now + seconds * 1000);
    throwIfWaiting(seconds);
  };
};

const throwIfWaiting = (seconds: number): void => {
  if (seconds > 0) throw new ApiFailure('tooMany', { values: { seconds }, retryAfter: seconds });
};

/** @returns 0, or the seconds to wait */
export const readSecondsToWait = async (
  deps: ServerDeps,
  attemptKind: ThrottledAction,
  ...names: readonly (string | number)[]
): Promise<number> => {
  const { free, first, within }: Allowance = throttleRules[attemptKind];
  const key = hashThrottleKey(deps.secrets.access, attemptKind, names);
  const currentTime = sql`${deps.clock().toISOString()}::timestamptz`;
  const after = (seconds: ReturnType<typeof sql>) => sql`${currentTime} + make_interval(secs => ${seconds})`;
  // At most ten doublings, since the number would overflow.
  const doubledDelay = sql`${first}::int * power(2, least(t - ${free}::int, 10))`;
  const wait = sql`case when t < ${free}::int then 0 else least(${doubledDelay}, ${MAX_WAIT_SECONDS}::int) end`;
  const pauseSeconds = within ?? FORGET_AFTER_SECONDS;
  // As long as attempts are free, the window does not move. After that, attempts are forgotten only after a period
  // without any. For networks, this period is short, because everybody in an office shares one network with a possible
  // attacker.
  const rest = within === undefined ? sql`${pauseSeconds}::int` : sql`${wait} + ${pauseSeconds}::int`;
  const forgetAt = (end: ReturnType<typeof sql>) => sql`case when t < ${free}::int then ${end} else ${after(rest)} end`;
  const newWindowEnd = after(sql`${pauseSeconds}::int`);
  const windowEnd =
    within === undefined ? newWindowEnd : sql`case when t = 1 then ${newWindowEnd} else throttles.forget_at end`;
  const rows = await queryRows(
    deps.db,
    sql`insert into throttles (key, tries, free_at, forget_at)
      select ${key}, t, ${after(wait)}, ${forgetAt(newWindowEnd)} from (select 1 as t) first_try
      on conflict (key) do update set (tries, free_at, forget_at) = (
        select t, ${after(wait)}, ${forgetAt(windowEnd)}
        from (select case when throttles.forget_at <= ${currentTime} then 1 else throttles.tries + 1 end as t) next_try)
      where throttles.free_at <= ${currentTime}
      returning tries`,
  );
  return rows.length > 0 ? 0 : Math.max(1, await readSecondsLeft(deps, attemptKind, ...names));
};

/** Does not count as an attempt, because a mere check must not prolong the wait. */
const readSecondsLeft = async (
  { db, clock, secrets }: ServerDeps,
  attemptKind: ThrottledAction,
  ...names: readonly (string | number)[]
): Promise<number> => {
  const [row] = await db
    .select()
    .from(throttles)
    .where(eq(throttles.key, hashThrottleKey(secrets.access, attemptKind, names)));
  return row ? Math.max(0, Math.ceil((row.free_at.getTime() - clock().getTime()) / 1000)) : 0;
};

export const clearAttempts = async (
  { db, secrets }: ServerDeps,
  attemptKind: ThrottledAction,
  ...names: readonly (string | number)[]
): Promise<void> => {
  await db.delete(throttles).where(eq(throttles.key, hashThrottleKey(secrets.access, attemptKind, names)));
};

export const pruneThrottles = async ({ db, clock }: ServerDeps): Promise<void> => {
  await db.delete(throttles).where(lt(throttles.forget_at, clock()));
};

const hashThrottleKey = (secret: string, attemptKind: ThrottledAction, names: readonly (string | number)[]): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify([attemptKind, ...names]))
    .digest('base64url');
