/**
 * Set by a sign-in without "remember me". The cookie survives closing the browser, for the maximum length of such a
 * session.
 */
const SESSION_ONLY_COOKIE = 'vitrina_once';
const SESSION_ONLY_SECONDS = 12 * 3600;
const BROWSER_OPEN_COOKIE = 'vitrina_open';

export interface SessionCookie {
  begin: (isRemembered: boolean) => void;
  hasEnded: () => boolean;
}

/** Uses two cookies, because local storage outlives the browser, and §3 reserves it for the session and the profile. */
export const createSessionCookie = (jar: Pick<Document, 'cookie'>): SessionCookie => {
  const hasCookie = (name: string): boolean => jar.cookie.split('; ').includes(`${name}=1`);
  const set = (name: string, lifetime = ''): void => {
    jar.cookie = `${name}=1; path=/; samesite=lax${lifetime}`;
  };
  return {
    begin: isRemembered => {
      set(SESSION_ONLY_COOKIE, `; max-age=${isRemembered ? 0 : SESSION_ONLY_SECONDS}`);
      if (!isRemembered) set(BROWSER_OPEN_COOKIE);
    },
    hasEnded: () => hasCookie(SESSION_ONLY_COOKIE) && !hasCookie(BROWSER_OPEN_COOKIE),
  };
};
