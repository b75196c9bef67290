import type { z } from 'zod';
import type { KeyOf } from './messages.ts';
import type { validation } from './ru/validation.ts';
import type { MessageValues } from './translate.ts';

type ValidationIssue = z.core.$ZodIssue;
type Translate = (key: KeyOf<typeof validation>, values?: MessageValues) => string;

/**
 * The message for a failed check of the contract. Client and server share it, so that they word the same error alike.
 * @param translate translates keys of the `validation` section
 */
export const describeIssue = (issue: ValidationIssue, translate: Translate): string => {
  switch (issue.code) {
    case 'custom':
      return translate((issue.params?.['message'] ?? 'type') as KeyOf<typeof validation>);
    case 'too_small':
      return describeTooSmall(issue, translate);
    case 'too_big':
      if (issue.origin === 'string') return translate('tooLong', { smart_count: Number(issue.maximum) });
      return translate('max', { limit: Number(issue.maximum) });
    case 'invalid_value':
      return translate('oneOf', { values: issue.values.join(', ') });
    case 'unrecognized_keys':
      return translate('unknownField', { name: issue.keys.join(', ') });
    case 'invalid_format':
      if (issue.format === 'email') return translate('email');
      return translate(issue.format === 'date' ? 'date' : 'type');
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return translate('required');
      return translate(issue.expected === 'number' || issue.expected === 'int' ? 'number' : 'type');
    default:
      return translate('type');
  }
};

const describeTooSmall = (issue: z.core.$ZodIssueTooSmall, translate: Translate): string => {
  if (issue.origin !== 'string') return translate('min', { limit: Number(issue.minimum) });
  return issue.minimum === 1 ? translate('required') : translate('tooShort', { smart_count: Number(issue.minimum) });
};

/** Nested fields have dotted paths, as in forms; an error of the whole body has an empty name. */
export const groupIssuesByField = (
  issues: readonly ValidationIssue[],
  translate: Translate,
): Record<string, string[]> => {
  // A map, because a field may be named like a property that every object inherits, such as `constructor`.
  const messagesByField = new Map<string, string[]>();
  for (const issue of issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')];
    for (const name of names)
      messagesByField.set(name, [...(messagesByField.get(name) ?? []), describeIssue(issue, translate)]);
  }
  return Object.fromEntries(messagesByField);
};
