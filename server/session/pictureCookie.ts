import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { API_BASE } from '#contract/limits.ts';
import type { Deps } from '../deps.ts';
import { type Caller, callerOfSession } from './caller.ts';

const NAME = 'vitrina_pictures';

/**
 * Lets the pages of a caller show pictures: `<img>` sends no token. Whatever call comes first hands the cookie
 * out, and so does the first of another session (sign-in, acting as another user and back). It is good for
 * nothing but reading pictures, and for that only as long as the session lasts.
 */
export const handOutCookie = (context: Context, { config, secrets }: Deps, { sessionId }: Caller): void => {
  const value = signed(sessionId, secrets.access);
  if (getCookie(context, NAME) === value) return;
  setCookie(context, NAME, value, {
    path: API_BASE,
    httpOnly: true,
    sameSite: 'Strict',
    secure: config.publicUrl?.startsWith('https:') ?? false,
  });
};

/** The caller by that cookie, as the database knows them at this moment; null without a good one. */
export const callerOfCookie = async (context: Context, deps: Deps): Promise<Caller | null> => {
  const given = getCookie(context, NAME) ?? '';
  const [sessionId = ''] = given.split('.');
  if (!/^[0-9a-f-]{36}$/.test(sessionId) || !isSame(given, signed(sessionId, deps.secrets.access))) return null;
  return callerOfSession(deps, sessionId);
};

const signed = (sessionId: string, secret: string): string =>
  `${sessionId}.${createHmac('sha256', secret).update(`pictures ${sessionId}`).digest('base64url')}`;

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
