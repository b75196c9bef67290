/**
 * Set by a sign-in without "remember me"; persists after the browser closes, for the maximum length of such a session.
 */
const NOT_REMEMBERED = 'vitrina_once';
const NOT_REMEMBERED_SECONDS = 12 * 3600;
const BROWSER_OPEN = 'vitrina_open';

export interface VisitCookie {
  begin: (isRemembered: boolean) => void;
  hasEnded: () => boolean;
}

/** Uses two cookies, because local storage outlives the browser, and §3 reserves it for the session and the profile. */
export const createVisitCookie = (jar: Pick<Document, 'cookie'>): VisitCookie => {
  const has = (name: string): boolean => jar.cookie.split('; ').includes(`${name}=1`);
  const set = (name: string, lifetime = ''): void => {
    jar.cookie = `${name}=1; path=/; samesite=lax${lifetime}`;
  };
  return {
    begin: isRemembered => {
      set(NOT_REMEMBERED, `; max-age=${isRemembered ? 0 : NOT_REMEMBERED_SECONDS}`);
      if (!isRemembered) set(BROWSER_OPEN);
    },
    hasEnded: () => has(NOT_REMEMBERED) && !has(BROWSER_OPEN),
  };
};
