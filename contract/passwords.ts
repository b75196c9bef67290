import { MIN_PASSWORD_LENGTH } from './limits.ts';

/** Whether a password is too short (§5). Counted in characters as people see them, and as they are hashed: composed. */
export const isShortPassword = (password: string): boolean =>
  [...password.normalize('NFC')].length < MIN_PASSWORD_LENGTH;
