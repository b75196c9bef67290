/** §2: the start page. Every address below it requires a session. */
export const HOME = '/content';
/** §2: the page after sign-in, unless the user was on the way to another one. */
export const AFTER_SIGN_IN = '/content/nomenclature';

/** §2: the public addresses. */
export const LOGIN = '/login';
export const RESTORE = '/restore';
export const RESET_PASSWORD = '/reset-password';

export const isContent = (pathname: string): boolean => pathname === HOME || pathname.startsWith(`${HOME}/`);
