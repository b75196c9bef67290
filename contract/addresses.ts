/** §2: the start page. Every address below it requires a session. */
export const HOME_PATH = '/content';
/** §2: the page shown after sign-in, unless the user has asked for another page. */
export const AFTER_SIGN_IN_PATH = '/content/nomenclature';

/** §2: the public addresses. */
export const LOGIN_PATH = '/login';
export const FORGOT_PASSWORD_PATH = '/restore';
export const RESET_PASSWORD_PATH = '/reset-password';

export const isContentPath = (pathname: string): boolean =>
  pathname === HOME_PATH || pathname.startsWith(`${HOME_PATH}/`);
