import list from './commonPasswords.json' with { type: 'json' };

/**
 * The most common passwords of at least eight characters. The first 3,000 are leaked passwords, ordered by frequency,
 * from `@zxcvbn-ts/language-common` 4.1.3 (MIT, `commonPasswords.LICENSE.txt`). That list is English, so Russian
 * patterns are added: a word with a number, also typed in the wrong keyboard layout, and keyboard walks. Copied into
 * the repository, because the package adds 800 kB for a list of 36 kB.
 */
const commonPasswords: ReadonlySet<string> = new Set(list);

export const isCommonPassword = (password: string): boolean =>
  commonPasswords.has(password.normalize('NFC').toLowerCase());
