import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { type Config, isLoopback } from '../config.ts';
import type { Database } from '../db/database.ts';
import { sessions, users } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { readAccessToken } from './tokens.ts';

/** Who makes a request, as the database knows them at this moment. */
export interface Caller {
  id: number;
  /** First and last name. */
  name: string;
  role: string;
  /** Slugs of the role and of the user; of those, while somebody acts as the user, what they hold themselves. */
  granted: ReadonlySet<string>;
  sessionId: string;
  /** Who is really there, when somebody acts as the user (§4). */
  actor: Actor | null;
}

/** Somebody who acts as another user. */
interface Actor {
  id: number;
  first_name: string;
  last_name: string;
  /** Their own session, on which the acting hangs. */
  sessionId: string;
}

/** The caller by the `Authorization` header, or null: no token, an expired one, an ended session, a blocked user. */
export const callerOf = async (deps: Deps, authorization: string | undefined): Promise<Caller | null> => {
  const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
  const bearer = token && (await readAccessToken(token, deps.secrets.access, deps.clock()));
  if (!bearer) return null;
  const caller = await callerOfSession(deps, bearer.sessionId);
  return caller?.id === bearer.userId ? caller : null;
};

/**
 * The user of a session that has not ended, or null. Permissions are read anew each time. Where somebody acts
 * as that user, their own session has to last as well, and they still have to hold `user.auth`.
 */
export const callerOfSession = async (deps: Deps, sessionId: string): Promise<Caller | null> => {
  const user = await userOfSession(deps, sessionId);
  if (!user) return null;
  const { id, role, first_name, last_name, slugs, actor_session_id } = user;
  const caller = { id, name: `${first_name} ${last_name}`, role, sessionId };
  if (actor_session_id === null) return { ...caller, granted: new Set(slugs), actor: null };
  const actor = await userOfSession(deps, actor_session_id);
  if (!actor?.slugs.includes('user.auth')) return null;
  const held = new Set(actor.slugs);
  return {
    ...caller,
    granted: new Set(slugs.filter(slug => held.has(slug))),
    actor: { id: actor.id, first_name: actor.first_name, last_name: actor.last_name, sessionId: actor_session_id },
  };
};

/** Who a session is of while it lasts, and their slugs: those of the role and their own. */
const userOfSession = async ({ db, clock, config }: Deps, sessionId: string) => {
  const query = queries.get(db) ?? prepareQuery(db);
  queries.set(db, query);
  const [user] = await query.execute({ sessionId, now: clock() });
  return user && !isShutOut(user.email, config) ? user : null;
};

/** Every call asks for its session: a connection plans that once. */
const prepareQuery = (db: Database) =>
  db
    .select({
      id: users.id,
      email: users.email,
      first_name: users.first_name,
      last_name: users.last_name,
      role: users.role,
      actor_session_id: sessions.actor_session_id,
      slugs: sql<string[]>`array(select slug from user_rights where user_id = ${users.id})`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(
      and(
        eq(sessions.id, sql.placeholder('sessionId')),
        isNull(sessions.ended_at),
        eq(users.status, 'active'),
        gt(sessions.expires_at, sql.placeholder('now')),
      ),
    )
    .prepare('user_of_session');
const queries = new WeakMap<Database, ReturnType<typeof prepareQuery>>();

/** Demonstration accounts, whose password everybody knows, work on this machine only (contract 7). */
export const isShutOut = (email: string, { host }: Pick<Config, 'host'>): boolean =>
  isDemoAccount(email) && !isLoopback(host);

/** Where the addresses of the demonstration end; no mail reaches them. */
export const DEMO_DOMAIN = '@demo.local';

const isDemoAccount = (email: string): boolean => email.endsWith(DEMO_DOMAIN);
