import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { API_BASE } from '#contract/limits.ts';
import type { Deps } from '../../http/deps.ts';
import { type Caller, callerOfSession } from './caller.ts';

const NAME = 'vitrina_pictures';

/**
 * Sets the cookie that lets a page show pictures, since `<img>` sends no token. Any call sets it when the request did not
 * carry the right one, so it follows sign-in and acting as another user. It only reads pictures, while the session lasts.
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

/** The caller by that cookie, read from the database each time; null without a valid one. */
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
