import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { type Config, isLoopback } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { sessions, users } from '../../db/schema.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { verifyAccessToken } from './tokens.ts';

/** The user who makes a request. Loaded from the database for each request, so that changes apply at once. */
export interface Caller {
  id: number;
  name: string;
  role: string;
  /**
   * The effective permissions. During impersonation, these are only the permissions that the impersonator has too, so
   * that nobody gains permissions by impersonating.
   */
  grantedSlugs: ReadonlySet<string>;
  sessionId: string;
  actor: Actor | null;
  network: string;
  /** What the request has written so far. */
  written?: Written | undefined;
}

export interface Written {
  batchId?: number | undefined;
  /** The batch that the request asks to continue. */
  continuedId?: number | undefined;
}

interface Actor {
  id: number;
  first_name: string;
  last_name: string;
  sessionId: string;
  until: Date;
}

/**
 * Authenticates an `Authorization` header. Null unless the token is valid, the session is open and the user is active.
 * The caller does not learn which of these conditions failed.
 */
export const findCaller = async (deps: ServerDeps, authorization: string | undefined): Promise<Caller | null> => {
  const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
  const bearer = token && verifyAccessToken(token, deps.secrets.access, deps.clock());
  if (!bearer) return null;
  const caller = await findSessionCaller(deps, bearer.sessionId);
  return caller?.id === bearer.userId ? caller : null;
};

/**
 * The user of an open session, or null. Permissions are read each time, so that revoking one takes effect at once.
 * For impersonation the impersonator's session must be open too, and they must still hold `user.auth`.
 */
export const findSessionCaller = async (deps: ServerDeps, sessionId: string): Promise<Caller | null> => {
  const user = await selectSessionUser(deps, sessionId);
  if (!user) return null;
  const { id, role, first_name, last_name, slugs, actor_session_id } = user;
  const caller = { id, name: `${first_name} ${last_name}`, role, sessionId, network: '' };
  if (actor_session_id === null) return { ...caller, grantedSlugs: new Set(slugs), actor: null };
  const actor = await selectSessionUser(deps, actor_session_id);
  if (!actor?.slugs.includes('user.auth')) return null;
  const actorSlugs = new Set(actor.slugs);
  return {
    ...caller,
    grantedSlugs: new Set(slugs.filter(slug => actorSlugs.has(slug))),
    actor: {
      id: actor.id,
      first_name: actor.first_name,
      last_name: actor.last_name,
      sessionId: actor_session_id,
      until: user.expires_at,
    },
  };
};

interface RunAuthor {
  userId: number;
  actorId: number | null;
}

/** The user on whose behalf a run is resumed without their session; null unless they could sign in now. */
export const findRunCaller = async (deps: ServerDeps, { userId, actorId }: RunAuthor): Promise<Caller | null> => {
  const user = await selectActiveUser(deps, userId);
  const actor = actorId === null ? null : await selectActiveUser(deps, actorId);
  if (!user || (actorId !== null && !actor?.slugs.includes('user.auth'))) return null;
  const { id, role, first_name, last_name, slugs } = user;
  const caller = { id, name: `${first_name} ${last_name}`, role, sessionId: '', network: '' };
  if (!actor) return { ...caller, grantedSlugs: new Set(slugs), actor: null };
  const actorSlugs = new Set(actor.slugs);
  const actedBy = { id: actor.id, first_name: actor.first_name, last_name: actor.last_name };
  return {
    ...caller,
    grantedSlugs: new Set(slugs.filter(slug => actorSlugs.has(slug))),
    actor: { ...actedBy, sessionId: '', until: deps.clock() },
  };
};

const selectActiveUser = async ({ db, config }: ServerDeps, id: number) => {
  const [user] = await db
    .select({
      id: users.id,
      email: users.email,
      first_name: users.first_name,
      last_name: users.last_name,
      role: users.role,
      slugs: sql<string[]>`array(select slug from user_rights where user_id = ${users.id})`,
    })
    .from(users)
    .where(and(eq(users.id, id), eq(users.status, 'active')));
  return user && !isDemoAccountElsewhere(user.email, config) ? user : null;
};

const selectSessionUser = async ({ db, clock, config }: ServerDeps, sessionId: string) => {
  const query = queries.get(db) ?? prepareQuery(db);
  queries.set(db, query);
  const [user] = await query.execute({ sessionId, now: clock() });
  return user && !isDemoAccountElsewhere(user.email, config) ? user : null;
};

/** Prepares the statement, because every request runs it. Each connection then has to plan it only once. */
const prepareQuery = (db: Database) =>
  db
    .select({
      id: users.id,
      email: users.email,
      first_name: users.first_name,
      last_name: users.last_name,
      role: users.role,
      actor_session_id: sessions.actor_session_id,
      expires_at: sessions.expires_at,
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

/** Demo accounts have a public password, so they work only on a loopback host (contract 7). */
export const isDemoAccountElsewhere = (email: string, { host }: Pick<Config, 'host'>): boolean =>
  isDemoAccount(email) && !isLoopback(host);

export const DEMO_DOMAIN = '@demo.local';

const isDemoAccount = (email: string): boolean => email.endsWith(DEMO_DOMAIN);
