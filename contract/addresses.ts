/** §2: the start page; everything behind sign-in stands below it. */
export const HOME = '/content';
/** §2: where a signed-in person goes when they asked for nothing else. */
export const AFTER_SIGN_IN = '/content/nomenclature';

/** The page of a record: its list's address, its id, and which of its tabs if any. */
export const RECORD_PAGE = /^(\/.+)\/(\d+)(?:\/([\w-]+))?$/;
