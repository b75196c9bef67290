/** §2: the start page. Every address below it requires a session. */
export const HOME = '/content';
/** §2: the page after sign-in, unless the user was on the way to another one. */
export const AFTER_SIGN_IN = '/content/nomenclature';

/** The page of a record: its list's address, its id, and which of its tabs if any. */
export const RECORD_PAGE = /^(\/.+)\/(\d+)(?:\/([\w-]+))?$/;
