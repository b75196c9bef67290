/** §2: the start page; everything behind sign-in stands below it. */
export const HOME = '/content';
/** §2: where a signed-in person goes when they asked for nothing else. */
export const AFTER_SIGN_IN = '/content/nomenclature';
