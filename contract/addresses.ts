/** §2: the start page. Every address below it requires a session. */
export const HOME = '/content';
/** §2: the page after sign-in, unless the user was on the way to another one. */
export const AFTER_SIGN_IN = '/content/nomenclature';

/** A record's page: the list's address, the record id, and optionally a tab. */
export const RECORD_PAGE = /^(\/.+)\/(\d+)(?:\/([\w-]+))?$/;
