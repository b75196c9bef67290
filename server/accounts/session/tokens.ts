import { createHash, createHmac, randomBytes } from 'node:crypto';
import { sign, verify } from 'hono/jwt';
import { z } from 'zod';
import { ACCESS_TOKEN_SECONDS } from '#contract/limits.ts';

const Claims = z.object({ sub: z.string().regex(/^\d+$/).transform(Number), sid: z.uuid(), exp: z.number() });

/** The user and the session of an access token; permissions are read from the database, so that they can be withdrawn. */
export interface Bearer {
  userId: number;
  sessionId: string;
}

/** A JWT for ten minutes. */
export const accessToken = ({ userId, sessionId }: Bearer, secret: string, now: Date): Promise<string> => {
  const iat = Math.floor(now.getTime() / 1000);
  return sign({ sub: String(userId), sid: sessionId, iat, exp: iat + ACCESS_TOKEN_SECONDS }, secret, 'HS256');
};

/** Reads an access token; null when it is expired, signed with another secret, or uses another algorithm. */
export const readAccessToken = async (token: string, secret: string, now: Date): Promise<Bearer | null> => {
  try {
    const claims = Claims.parse(await verify(token, secret, { alg: 'HS256', exp: false, iat: false }));
    return claims.exp * 1000 > now.getTime() ? { userId: claims.sub, sessionId: claims.sid } : null;
  } catch {
    return null;
  }
};

/** A random token of 256 bits. */
export const opaqueToken = (): string => randomBytes(32).toString('base64url');

/** The hash that the database keeps in place of a token. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** The refresh token after this one: always the same, so that a lost answer can be repeated. */
export const successorOf = (token: string, secret: string): string =>
  createHmac('sha256', secret).update(token).digest('base64url');
