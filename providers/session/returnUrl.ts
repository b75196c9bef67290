import { AFTER_SIGN_IN, LOGIN, RESET_PASSWORD, RESTORE } from '#contract/addresses.ts';

/** §3: the return URL, one of the two things that persist beside the tokens. */
export const RETURN_KEY = 'vitrina.return';
const PUBLIC_PATHS: readonly string[] = [LOGIN, RESTORE, RESET_PASSWORD];

/** Remembers the address to come back to after sign-in: path, query and fragment. */
export const saveReturnUrl = (
  storage: Storage,
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
): void => {
  storage.setItem(RETURN_KEY, `${pathname}${search}${hash}`);
};

/** Forgets the address: a person who signs out does not want to come back to it. */
export const clearReturnUrl = (storage: Storage): void => storage.removeItem(RETURN_KEY);

/** Takes the address to open after sign-in (§2: the list of products when it was the login page). */
export const takeReturnUrl = (storage: Storage, origin: string): string => {
  const stored = storage.getItem(RETURN_KEY);
  storage.removeItem(RETURN_KEY);
  return (stored && safeReturnUrl(stored, origin)) || AFTER_SIGN_IN;
};

/** The address if it is a page of this application behind sign-in, else null: it must not lead to a foreign site. */
export const safeReturnUrl = (address: string, origin: string): string | null => {
  // '//host' and '/\\host' are other hosts, and browsers remove tabs and line breaks before they parse.
  if (!/^\/(?![/\\])/.test(address) || /[\\\t\n\r]/.test(address) || !URL.canParse(address, origin)) return null;
  const url = new URL(address, origin);
  if (url.origin !== origin || url.pathname === '/' || PUBLIC_PATHS.includes(url.pathname)) return null;
  return `${url.pathname}${url.search}${url.hash}`;
};
