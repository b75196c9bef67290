import { sql } from 'drizzle-orm';
import { type Config, isLoopback } from '../config.ts';
import { rowsOf } from '../db/database.ts';
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

interface UserRow {
  id: number;
  email: string;
  first_name: string;
  last_name: string;
  role: string;
  slugs: string[];
  actor_session_id: string | null;
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
const userOfSession = async ({ db, clock, config }: Deps, sessionId: string): Promise<UserRow | null> => {
  const [user] = await rowsOf<UserRow>(
    db,
    sql`select users.id, users.email, users.first_name, users.last_name, users.role, sessions.actor_session_id,
        array(select slug from user_rights where user_id = users.id) as slugs
      from sessions join users on users.id = sessions.user_id
      where sessions.id = ${sessionId} and sessions.ended_at is null and users.status = 'active'
        and sessions.expires_at > ${clock().toISOString()}`,
  );
  return user && !isShutOut(user.email, config) ? user : null;
};

/** Demonstration accounts, whose password everybody knows, work on this machine only (contract 7). */
export const isShutOut = (email: string, { host }: Pick<Config, 'host'>): boolean =>
  isDemoAccount(email) && !isLoopback(host);

/** Where the addresses of the demonstration end; no mail reaches them. */
export const DEMO_DOMAIN = '@demo.local';

const isDemoAccount = (email: string): boolean => email.endsWith(DEMO_DOMAIN);
