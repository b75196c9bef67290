import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
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

/** The only header of our tokens, since a token must not choose its own algorithm (RFC 8725, 3.1). */
const HEADER = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT' })).toString('base64url');

/**
 * The signature of a JWT (RFC 7515, A.1). Computed here, because libraries for every platform use WebCrypto, which hands
 * each signature to a thread: a twelfth of the processor time of a small request.
 */
const sign = (content: string, secret: string): string =>
  createHmac('sha256', secret).update(content).digest('base64url');

export const createAccessToken = ({ userId, sessionId }: Bearer, secret: string, now: Date): string => {
  const iat = Math.floor(now.getTime() / 1000);
  const claims = { sub: String(userId), sid: sessionId, iat, exp: iat + ACCESS_TOKEN_SECONDS };
  const content = `${HEADER}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${content}.${sign(content, secret)}`;
};

/** Verifies an access token; null when it has expired or its signature is wrong. */
export const verifyAccessToken = (token: string, secret: string, now: Date): Bearer | null => {
  const [header, payload = '', signature, ...rest] = token.split('.');
  if (header !== HEADER || signature === undefined || rest.length > 0) return null;
  if (!isSameSecret(signature, sign(`${header}.${payload}`, secret))) return null;
  const claims = Claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  return claims.exp * 1000 > now.getTime() ? { userId: claims.sub, sessionId: claims.sid } : null;
};

/**
 * Takes the same time wherever the two differ, so that nobody can guess a secret letter by letter. Compares digests,
 * whose lengths are equal.
 */
export const isSameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(digest(given), digest(expected));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

export const createOpaqueToken = (): string => randomBytes(32).toString('base64url');

/** The hash stored in place of a token. Plain SHA-256 is enough, since tokens are random. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Derives the next refresh token deterministically, so that a lost response can be repeated. */
export const deriveRefreshToken = (token: string, secret: string): string =>
  createHmac('sha256', secret).update(token).digest('base64url');
