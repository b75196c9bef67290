import { z } from 'zod';
import { MIN_PASSWORD_LENGTH } from './limits.ts';
import { isShortPassword } from './passwords.ts';

let isCommon = (_password: string): boolean => false;

/**
 * Enables the check for common passwords. The list is injected because it is large. The server always loads it, but a
 * page loads it only with a form that sets a password.
 */
export const rejectCommonPasswords = (check: typeof isCommon): void => {
  isCommon = check;
};

/** The schema of a new password: neither too short nor common. Leading and trailing spaces are part of it. */
export const NewPassword = z
  .string()
  .max(1024)
  .check(({ value, issues }) => {
    // Validation continues, so that the confirmation is checked as well and both fields show their errors at once.
    const issueOptions = { input: value, continue: true };
    if (isShortPassword(value))
      issues.push({
        code: 'too_small',
        origin: 'string',
        minimum: MIN_PASSWORD_LENGTH,
        inclusive: true,
        ...issueOptions,
      });
    else if (isCommon(value)) issues.push({ code: 'custom', params: { message: 'commonPassword' }, ...issueOptions });
  })
  .meta({ minLength: MIN_PASSWORD_LENGTH });
