import { z } from 'zod';
import { MIN_PASSWORD_LENGTH } from './limits.ts';
import { isShortPassword } from './passwords.ts';

let isCommon = (_password: string): boolean => false;

/**
 * Has common passwords refused from now on. The list is handed over because it is large: the server always loads it, a
 * page only with a form that sets a password.
 */
export const refuseCommonPasswords = (check: typeof isCommon): void => {
  isCommon = check;
};

/** A password to be set: not too short, and none of those that are tried first. Spaces at its ends belong to it. */
export const NewPassword = z
  .string()
  .max(1024)
  .check(({ value, issues }) => {
    // The confirmation is checked as well, so that both fields show what is wrong with them at once.
    const further = { input: value, continue: true };
    if (isShortPassword(value))
      issues.push({ code: 'too_small', origin: 'string', minimum: MIN_PASSWORD_LENGTH, inclusive: true, ...further });
    else if (isCommon(value)) issues.push({ code: 'custom', params: { message: 'commonPassword' }, ...further });
  })
  .meta({ minLength: MIN_PASSWORD_LENGTH });
