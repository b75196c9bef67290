import { and, eq, gt } from 'drizzle-orm';
import { socketTokens } from '../../db/schema.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { type Caller, findSessionCaller } from './caller.ts';
import { createOpaqueToken, hashToken } from './tokens.ts';

const LIFETIME_MS = 60_000;

/**
 * Issues a one-time token for a socket, valid for a minute. It travels in the URL, so it must be worthless once it
 * shows up in a log.
 */
export const createSocketToken = async ({ db, clock }: ServerDeps, sessionId: string): Promise<string> => {
  const token = createOpaqueToken();
  const expires_at = new Date(clock().getTime() + LIFETIME_MS);
  await db.insert(socketTokens).values({ hash: hashToken(token), session_id: sessionId, expires_at });
  return token;
};

/** Redeems a socket token, deleting it so that it works once. @returns its user, or null when it is invalid */
export const redeemSocketToken = async (deps: ServerDeps, token: string): Promise<Caller | null> => {
  const [redeemedToken] = await deps.db
    .delete(socketTokens)
    .where(and(eq(socketTokens.hash, hashToken(token)), gt(socketTokens.expires_at, deps.clock())))
    .returning();
  return redeemedToken ? findSessionCaller(deps, redeemedToken.session_id) : null;
};
