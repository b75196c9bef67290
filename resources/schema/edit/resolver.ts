import { type FieldErrors, type FieldValues, type Resolver, set } from 'react-hook-form';
import type { z } from 'zod';
import { lackingIn } from '#contract/conditions.ts';
import type { Fields } from '#contract/fields.ts';
import { issuesByField } from '#i18n/issues.ts';
import type { KeyOf } from '#i18n/messages.ts';
import type { validation } from '#i18n/ru/validation.ts';
import type { MessageKey, Values } from '#i18n/translate.ts';
import { valueOf } from '#providers/changes.ts';

/** Names of the fields a client may write. */
export const writableNames = (fields: Fields): string[] =>
  Object.entries(fields)
    .filter(([, field]) => !field.readOnly)
    .map(([name]) => name);

type T = (key: MessageKey, values?: Values) => string;

/** Checks the form of a record by the contract's own schema, with the texts of the person's language at the fields. */
export const resolverOf =
  (schema: z.ZodType, fields: Fields, t: T): Resolver =>
  values => {
    const written = Object.fromEntries(
      Object.entries(fields)
        .filter(([, field]) => !field.readOnly)
        .map(([name, field]) => [name, valueOf(values, name, field)]),
    );
    const byField = faultsOf(schema, written, t);
    for (const name of lackingIn(fields, values)) byField[name] ??= [t('validation.required')];
    return outcome(values, byField, path => fieldAt(fields, path));
  };

/** The same for a form whose values are all of what its call takes, by the names of `fields` where it has some. */
export const bodyResolverOf =
  (schema: z.ZodType, t: T, fields: Fields = {}): Resolver =>
  values =>
    outcome(values, faultsOf(schema, values, t), path => fieldAt(fields, path));

/** The field that a fault within its value belongs to; the names of attributes have a point in them. */
const fieldAt = (fields: Fields, path: string): string => {
  const names = path.split('.').map((_, at, parts) => parts.slice(0, at + 1).join('.'));
  return names.findLast(name => Object.hasOwn(fields, name)) ?? names[0] ?? path;
};

const faultsOf = (schema: z.ZodType, values: unknown, t: T): Record<string, string[]> => {
  const result = schema.safeParse(values, { reportInput: true });
  if (result.success) return {};
  return issuesByField(result.error.issues, (key: KeyOf<typeof validation>, given) =>
    t(`validation.${key}` as MessageKey, given),
  );
};

const outcome = (
  values: FieldValues,
  byPath: Record<string, string[]>,
  fieldAt: (path: string) => string,
): ReturnType<Resolver> => {
  const errors: FieldErrors = {};
  for (const [path, messages] of Object.entries(byPath))
    set(errors, fieldAt(path), { type: 'contract', message: messages.join('. ') });
  return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
};
