import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { type Fields, lackingIn } from '#contract/fields.ts';
import { issuesByField } from '#i18n/issues.ts';
import type { KeyOf } from '#i18n/messages.ts';
import type { validation } from '#i18n/ru/validation.ts';
import type { MessageKey, Values } from '#i18n/translate.ts';

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
    const written = Object.fromEntries(writableNames(fields).map(name => [name, values[name]]));
    const byField = faultsOf(schema, written, t);
    for (const name of lackingIn(fields, values)) byField[name] ??= [t('validation.required')];
    return outcome(values, byField);
  };

/** The same for a form whose values are all of what its call takes. */
export const bodyResolverOf =
  (schema: z.ZodType, t: T): Resolver =>
  values =>
    outcome(values, faultsOf(schema, values, t));

const faultsOf = (schema: z.ZodType, values: unknown, t: T): Record<string, string[]> => {
  const result = schema.safeParse(values, { reportInput: true });
  if (result.success) return {};
  return issuesByField(result.error.issues, (key: KeyOf<typeof validation>, given) =>
    t(`validation.${key}` as MessageKey, given),
  );
};

const outcome = (values: FieldValues, byField: Record<string, string[]>): ReturnType<Resolver> => {
  const errors: FieldErrors = {};
  for (const [name, messages] of Object.entries(byField))
    errors[name.split('.')[0] ?? name] = { type: 'contract', message: messages.join('. ') };
  return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
};
