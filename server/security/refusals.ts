import { sql } from 'drizzle-orm';
import type { SecurityKind } from '#contract/security.ts';
import type { ServerDeps } from '../http/deps.ts';

type RefusalKind = Extract<SecurityKind, `${string}_refused`>;

interface Refusal {
  kind: RefusalKind;
  /** The account concerned, if it exists; never the text that was typed. */
  userId: number | null;
  network: string;
  aboutId?: number | undefined;
}

/**
 * In seconds. Repeated refusals are counted for this long before they become one event, so that somebody who guesses
 * passwords does not fill the log.
 */
const WINDOW_SECONDS = 60;
/** The maximum number of different refusals at a time. Any further refusals are only counted by kind. */
const MAX_DISTINCT = 500;

/**
 * `flushRefusals` turns the count into an event after a minute. This limits the log to `MAX_DISTINCT` events a minute,
 * even if many networks take part.
 */
export const countRefusal = async (
  { db, clock }: Pick<ServerDeps, 'db' | 'clock'>,
  { kind, userId, network, aboutId }: Refusal,
): Promise<void> => {
  const key = JSON.stringify([kind, userId, aboutId ?? null, network]);
  const currentTime = sql`${clock().toISOString()}::timestamptz`;
  await db.execute(
    sql`insert into security_refusals as stored (key, kind, user_id, about_id, network, since, latest)
      select case when fits then ${key} else ${kind} end, ${kind}, case when fits then ${userId}::integer end,
        case when fits then ${aboutId ?? null}::integer end, case when fits then ${network} else '' end, ${currentTime}, ${currentTime}
      from (
        select exists (select from security_refusals where key = ${key})
          or (select count(*) from security_refusals) < ${MAX_DISTINCT} as fits
      ) room
      on conflict (key) do update set times = stored.times + 1, latest = excluded.latest`,
  );
};

/** Waits a minute, so that repeats are counted. Several processes may do this at once. */
export const flushRefusals = async ({ db, clock }: Pick<ServerDeps, 'db' | 'clock'>): Promise<void> => {
  const before = new Date(clock().getTime() - WINDOW_SECONDS * 1000).toISOString();
  await db.execute(
    sql`with settled as (delete from security_refusals where since <= ${before}::timestamptz returning *)
      insert into security_events (at, kind, user_id, user_name, network, about, about_id, about_name, details)
      select latest, kind, user_id, person.first_name || ' ' || person.last_name, network,
        case when about_id is not null then 'users' end, about_id, other.name,
        jsonb_build_object('times', times, 'since', to_char(since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      from settled left join users person on person.id = settled.user_id left join users other on other.id = about_id
      order by latest`,
  );
};
