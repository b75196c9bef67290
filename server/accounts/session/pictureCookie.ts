import { createHmac } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { API_BASE } from '#contract/limits.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { type Caller, findSessionCaller } from './caller.ts';
import { isSameSecret } from './tokens.ts';

const COOKIE_NAME = 'vitrina_pictures';

/**
 * Sets the cookie that authenticates pictures, since `<img>` sends no token. Set on any call whose cookie is missing or
 * outdated, so that it follows sign-in and impersonation. It grants access to pictures only, until the session ends.
 */
export const setPictureCookie = (context: Context, { config, secrets }: ServerDeps, { sessionId }: Caller): void => {
  const value = signSession(sessionId, secrets.access);
  if (getCookie(context, COOKIE_NAME) === value) return;
  setCookie(context, COOKIE_NAME, value, {
    path: API_BASE,
    httpOnly: true,
    sameSite: 'Strict',
    secure: config.publicUrl?.startsWith('https:') ?? false,
  });
};

/** Authenticates the picture cookie. The session is looked up each time, so that signing out revokes it. */
export const findCookieCaller = async (context: Context, deps: ServerDeps): Promise<Caller | null> => {
  const cookieValue = getCookie(context, COOKIE_NAME) ?? '';
  const [sessionId = ''] = cookieValue.split('.');
  if (!/^[0-9a-f-]{36}$/.test(sessionId) || !isSameSecret(cookieValue, signSession(sessionId, deps.secrets.access)))
    return null;
  return findSessionCaller(deps, sessionId);
};

const signSession = (sessionId: string, secret: string): string =>
  `${sessionId}.${createHmac('sha256', secret).update(`pictures ${sessionId}`).digest('base64url')}`;
