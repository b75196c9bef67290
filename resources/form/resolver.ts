import { type FieldErrors, type FieldValues, type Resolver, set } from 'react-hook-form';
import type { z } from 'zod';
import type { Collection } from '#contract/collection.ts';
import type { Fields } from '#contract/fields.ts';
import { listOwnCodeFields, listRefusedCodes, REFUSED_CODE_ERROR } from '#contract/ownCodes.ts';
import { findRuleViolations } from '#contract/rules.ts';
import { nestValues } from '#contract/values.ts';
import { groupIssuesByField } from '#i18n/issues.ts';
import type { KeyOf } from '#i18n/messages.ts';
import type { validation } from '#i18n/ru/validation.ts';
import type { MessageKey, MessageValues } from '#i18n/translate.ts';
import { emptyHiddenFields, getFieldValue, pickChangedFields } from '#providers/forms/formChanges.ts';

export const listWritableNames = (fields: Fields): string[] =>
  Object.entries(fields)
    .filter(([, field]) => !field.readOnly)
    .map(([name]) => name);

type Translator = (key: MessageKey, values?: MessageValues) => string;

export interface ResolverOptions {
  collection: Pick<Collection, 'fields' | 'rules'>;
  schema: z.ZodType;
  t: Translator;
  ruleText: (error: string) => string;
  /** Reads the prefixes of own barcodes. */
  readOwnPrefixes: () => Promise<readonly string[]>;
  openedValues?: Record<string, unknown>;
  /** For forms of single fields; all others write every field that they show, and empty the others. */
  writtenIn?: (values: FieldValues) => Record<string, unknown>;
}

/** Validates a form with the server's own rules, so that errors appear at the fields without a round trip. */
export const createResolver =
  ({ collection, schema, t, ruleText, readOwnPrefixes, openedValues, writtenIn }: ResolverOptions): Resolver =>
  formValues => {
    const { fields } = collection;
    const values = writtenIn ? formValues : emptyHiddenFields(collection, formValues);
    const storedValues = writtenIn?.(values) ?? pickWritableValues(fields, values);
    const changedNames = openedValues && Object.keys(pickChangedFields(collection, values, openedValues));
    // Unchanged values are not sent, so that a value that breaks a newer rule does not prevent the other values from
    // being saved.
    const messagesByField = omitFields(
      validateValues(schema, storedValues, t),
      path => changedNames?.includes(findFieldName(fields, path)) === false,
    );
    const currentValues = nestValues(
      omitFields({ ...openedValues, ...storedValues }, name => Object.hasOwn(messagesByField, name)),
    );
    for (const [name, error] of Object.entries(findRuleViolations(collection, currentValues, changedNames)))
      messagesByField[name] ??= [ruleText(error)];
    const finish = () => toResolverResult(values, messagesByField, path => findFieldName(fields, path));
    const changedValues = omitFields(storedValues, name => changedNames?.includes(name) === false);
    if (listOwnCodeFields(fields, changedValues).length === 0) return finish();
    return readOwnPrefixes().then(ownPrefixes => {
      for (const name of listRefusedCodes(fields, changedValues, ownPrefixes))
        messagesByField[name] ??= [t(`validation.${REFUSED_CODE_ERROR}`)];
      return finish();
    });
  };

const pickWritableValues = (fields: Fields, values: FieldValues): Record<string, unknown> =>
  Object.fromEntries(
    listWritableNames(fields).map(name => [name, fields[name] && getFieldValue(values, name, fields[name])]),
  );

const omitFields = <V>(values: Record<string, V>, isLeftOut: (name: string) => boolean): Record<string, V> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !isLeftOut(name)));

export const createBodyResolver =
  (schema: z.ZodType, t: Translator): Resolver =>
  values =>
    toResolverResult(values, validateValues(schema, values, t), path => path.split('.')[0] ?? path);

/** The field to which a nested error belongs. Splitting at the first dot would break `attributes.<code>`. */
const findFieldName = (fields: Fields, path: string): string => {
  const names = path.split('.').map((_, index, segments) => segments.slice(0, index + 1).join('.'));
  return names.findLast(name => Object.hasOwn(fields, name)) ?? names[0] ?? path;
};

const validateValues = (schema: z.ZodType, values: unknown, t: Translator): Record<string, string[]> => {
  const result = schema.safeParse(values, { reportInput: true });
  if (result.success) return {};
  return groupIssuesByField(result.error.issues, (key: KeyOf<typeof validation>, messageValues) =>
    t(`validation.${key}` as MessageKey, messageValues),
  );
};

const toResolverResult = (
  values: FieldValues,
  messagesByPath: Record<string, string[]>,
  fieldAt: (path: string) => string,
): ReturnType<Resolver> => {
  const errors: FieldErrors = {};
  for (const [path, messages] of Object.entries(messagesByPath))
    set(errors, fieldAt(path), { type: 'contract', message: messages.join('. ') });
  return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
};
