import { MIN_PASSWORD_LENGTH } from './limits.ts';

/** Whether a password is too short (§5). Counts characters as users see them, in the normal form that is hashed. */
export const isShortPassword = (password: string): boolean =>
  [...password.normalize('NFC')].length < MIN_PASSWORD_LENGTH;
