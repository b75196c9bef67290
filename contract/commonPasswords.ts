import list from './commonPasswords.json' with { type: 'json' };

/**
 * The most common passwords of at least eight characters. The first 3,000 come, in order of frequency, from the leaked
 * passwords that `@zxcvbn-ts/language-common` 4.1.3 ranks (MIT, `commonPasswords.LICENSE.txt`). Those lists are
 * English, so the rest are Russian habits: a word with a number, also typed in the other layout, and walks across the
 * keyboard. A file of our own, because the package brings 800 kB for a list of 36.
 */
const common: ReadonlySet<string> = new Set(list);

/** Whether a password is among those that are tried first, in any case of letters. */
export const isCommonPassword = (password: string): boolean => common.has(password.normalize('NFC').toLowerCase());
