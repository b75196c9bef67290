import { createHash, createHmac, randomBytes } from 'node:crypto';
import { sign, verify } from 'hono/jwt';
import { z } from 'zod';
import { ACCESS_TOKEN_SECONDS } from '#contract/limits.ts';

const Claims = z.object({ sub: z.string().regex(/^\d+$/).transform(Number), sid: z.uuid(), exp: z.number() });

/**
 * The contents of an access token. A token contains no permissions, so that a revoked permission does not remain valid
 * until the token expires.
 */
export interface Bearer {
  userId: number;
  sessionId: string;
}

export const createAccessToken = ({ userId, sessionId }: Bearer, secret: string, now: Date): Promise<string> => {
  const iat = Math.floor(now.getTime() / 1000);
  return sign({ sub: String(userId), sid: sessionId, iat, exp: iat + ACCESS_TOKEN_SECONDS }, secret, 'HS256');
};

/**
 * Verifies an access token; null when it has expired or its signature is wrong. Accepts a single algorithm, since a
 * token must not choose its own.
 */
export const verifyAccessToken = async (token: string, secret: string, now: Date): Promise<Bearer | null> => {
  try {
    const claims = Claims.parse(await verify(token, secret, { alg: 'HS256', exp: false, iat: false }));
    return claims.exp * 1000 > now.getTime() ? { userId: claims.sub, sessionId: claims.sid } : null;
  } catch {
    return null;
  }
};

export const createOpaqueToken = (): string => randomBytes(32).toString('base64url');

/** The hash stored in place of a token. Plain SHA-256 is enough, since tokens are random. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Derives the next refresh token deterministically, so that a lost response can be repeated. */
export const deriveRefreshToken = (token: string, secret: string): string =>
  createHmac('sha256', secret).update(token).digest('base64url');
