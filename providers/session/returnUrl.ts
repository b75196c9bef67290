import { AFTER_SIGN_IN_PATH, FORGOT_PASSWORD_PATH, LOGIN_PATH, RESET_PASSWORD_PATH } from '#contract/addresses.ts';

/** §3: one of the two values that are stored in addition to the tokens. */
export const RETURN_KEY = 'vitrina.return';
const PUBLIC_PATHS: readonly string[] = [LOGIN_PATH, FORGOT_PASSWORD_PATH, RESET_PASSWORD_PATH];

export const saveReturnUrl = (
  storage: Storage,
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
): void => {
  storage.setItem(RETURN_KEY, `${pathname}${search}${hash}`);
};

/** After a sign-out, the next user must not be taken to the previous user's page. */
export const clearReturnUrl = (storage: Storage): void => storage.removeItem(RETURN_KEY);

/** Returns and clears the stored URL. §2: after sign-in it defaults to the list of products. */
export const takeReturnUrl = (storage: Storage, origin: string, fallback = AFTER_SIGN_IN_PATH): string => {
  const storedUrl = storage.getItem(RETURN_KEY);
  storage.removeItem(RETURN_KEY);
  return (storedUrl && toSafeReturnUrl(storedUrl, origin)) || fallback;
};

/** Returns null unless the URL is a private page of this application, so that it cannot become an open redirect. */
export const toSafeReturnUrl = (address: string, origin: string): string | null => {
  // '//host' and '/\\host' name another host, and browsers strip tabs and line breaks before parsing.
  if (!/^\/(?![/\\])/.test(address) || /[\\\t\n\r]/.test(address) || !URL.canParse(address, origin)) return null;
  const url = new URL(address, origin);
  if (url.origin !== origin || url.pathname === '/' || PUBLIC_PATHS.includes(url.pathname)) return null;
  return `${url.pathname}${url.search}${url.hash}`;
};
