/** Whether somebody signed in for one visit only; it outlives the browser, as long as such a session lasts at most. */
const ONCE = 'vitrina_once';
const ONCE_SECONDS = 12 * 3600;
/** Goes with the browser. */
const OPEN = 'vitrina_open';

/** The visit of a browser: without «remember me» it ends when the browser is closed. */
export interface Visit {
  /** Somebody signs in, to be remembered or for this visit only. */
  begin: (isRemembered: boolean) => void;
  /** Whether whoever is signed in signed in for a visit that has ended. */
  isOver: () => boolean;
}

/** Kept in two cookies, since local storage outlives the browser and §3 leaves it to the session and the profile. */
export const createVisit = (jar: Pick<Document, 'cookie'>): Visit => {
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
