/** Says that somebody signed in without «remember me»; it outlives the browser, for as long as such a session can last. */
const ONCE = 'vitrina_once';
const ONCE_SECONDS = 12 * 3600;
/** A session cookie: the browser removes it when it closes. */
const OPEN = 'vitrina_open';

/** Detects that the browser was closed since somebody signed in without «remember me». */
export interface VisitCookie {
  /** Call on sign-in. */
  begin: (isRemembered: boolean) => void;
  /** Whether the session should have ended with the browser. */
  isOver: () => boolean;
}

/** Two cookies, because local storage outlives the browser, and §3 reserves it for the session and the profile. */
export const createVisitCookie = (jar: Pick<Document, 'cookie'>): VisitCookie => {
  const has = (name: string): boolean => jar.cookie.split('; ').includes(`${name}=1`);
  const set = (name: string, lifetime = ''): void => {
    jar.cookie = `${name}=1; path=/; samesite=lax${lifetime}`;
  };
  return {
    begin: isRemembered => {
      set(ONCE, `; max-age=${isRemembered ? 0 : ONCE_SECONDS}`);
      if (!isRemembered) set(OPEN);
    },
    isOver: () => has(ONCE) && !has(OPEN),
  };
};
