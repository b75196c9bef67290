import type { z } from 'zod';
import type { KeyOf } from './messages.ts';
import type { validation } from './ru/validation.ts';
import type { Values } from './translate.ts';

type Issue = z.core.$ZodIssue;
type Say = (key: KeyOf<typeof validation>, values?: Values) => string;

/**
 * The message for a failed check of the contract; client and server use the same, so that a field shows the same text
 * whoever found the error.
 * @param say translates keys of the `validation` section
 */
export const describeIssue = (issue: Issue, say: Say): string => {
  switch (issue.code) {
    case 'custom':
      return say((issue.params?.['message'] ?? 'type') as KeyOf<typeof validation>);
    case 'too_small':
      return describeTooSmall(issue, say);
    case 'too_big':
      if (issue.origin === 'string') return say('tooLong', { smart_count: Number(issue.maximum) });
      return say('max', { limit: Number(issue.maximum) });
    case 'invalid_value':
      return say('oneOf', { values: issue.values.join(', ') });
    case 'unrecognized_keys':
      return say('unknownField', { name: issue.keys.join(', ') });
    case 'invalid_format':
      if (issue.format === 'email') return say('email');
      return say(issue.format === 'date' ? 'date' : 'type');
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return say('required');
      return say(issue.expected === 'number' || issue.expected === 'int' ? 'number' : 'type');
    default:
      return say('type');
  }
};

const describeTooSmall = (issue: z.core.$ZodIssueTooSmall, say: Say): string => {
  if (issue.origin !== 'string') return say('min', { limit: Number(issue.minimum) });
  return issue.minimum === 1 ? say('required') : say('tooShort', { smart_count: Number(issue.minimum) });
};

/**
 * Failed checks by field, with dotted paths for nested fields, as forms name them; an error of the whole body has an
 * empty name.
 */
export const issuesByField = (issues: readonly Issue[], say: Say): Record<string, string[]> => {
  const byField: Record<string, string[]> = {};
  for (const issue of issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')];
    for (const name of names) (byField[name] ??= []).push(describeIssue(issue, say));
  }
  return byField;
};
