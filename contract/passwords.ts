import { MIN_PASSWORD_LENGTH } from './limits.ts';

/**
 * Whether a password is too short (§5). Counts characters as users see them, after normalising the password in the same
 * way as for hashing.
 */
export const isShortPassword = (password: string): boolean =>
  [...password.normalize('NFC')].length < MIN_PASSWORD_LENGTH;
