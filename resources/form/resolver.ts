import { type FieldErrors, type FieldValues, type Resolver, set } from 'react-hook-form';
import type { z } from 'zod';
import type { Collection } from '#contract/collection.ts';
import type { Fields } from '#contract/fields.ts';
import { ruleFaults } from '#contract/rules.ts';
import { nested } from '#contract/values.ts';
import { issuesByField } from '#i18n/issues.ts';
import type { KeyOf } from '#i18n/messages.ts';
import type { validation } from '#i18n/ru/validation.ts';
import type { MessageKey, Values } from '#i18n/translate.ts';
import { changedFields, valueOf } from '#providers/forms/changes.ts';

/** Names of the fields a client may write. */
export const writableNames = (fields: Fields): string[] =>
  Object.entries(fields)
    .filter(([, field]) => !field.readOnly)
    .map(([name]) => name);

type T = (key: MessageKey, values?: Values) => string;

interface Checked {
  collection: Pick<Collection, 'fields' | 'rules'>;
  /** What the form is sent as. */
  schema: z.ZodType;
  t: T;
  /** What a rule across fields says. */
  ruleText: (fault: string) => string;
  /** The record as the form was opened on it; none for a new one. */
  opened?: Record<string, unknown>;
  /** The values that are sent, by field; all that a client may write by default. */
  writtenIn?: (values: FieldValues) => Record<string, unknown>;
}

/** Checks the form of a record as the server does, with the texts of the person's language at the fields. */
export const resolverOf =
  ({
    collection,
    schema,
    t,
    ruleText,
    opened,
    writtenIn = all => writable(collection.fields, all),
  }: Checked): Resolver =>
  values => {
    const { fields } = collection;
    const written = writtenIn(values);
    const byField = faultsOf(schema, written, t);
    const changed = opened && Object.keys(changedFields(collection, values, opened));
    const known = nested(without({ ...opened, ...written }, Object.keys(byField)));
    for (const [name, fault] of Object.entries(ruleFaults(collection, known, changed)))
      byField[name] ??= [ruleText(fault)];
    return outcome(values, byField, path => fieldAt(fields, path));
  };

const writable = (fields: Fields, values: FieldValues): Record<string, unknown> =>
  Object.fromEntries(writableNames(fields).map(name => [name, fields[name] && valueOf(values, name, fields[name])]));

const without = (values: Record<string, unknown>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

/** The same for a form whose values are all of what its call takes. */
export const bodyResolverOf =
  (schema: z.ZodType, t: T): Resolver =>
  values =>
    outcome(values, faultsOf(schema, values, t), path => path.split('.')[0] ?? path);

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
