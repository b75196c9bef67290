import { ANY_PREFIX, validateBarcode } from './barcode.ts';
import { type Field, type Fields, listFieldsOfKind } from './fields.ts';
import { barcode } from './kinds.ts';

/**
 * Barcode fields accept every code of 13 or 14 digits, because the settings that allow a shop's own codes are data. The
 * functions below check such codes once the allowed prefixes are known. Forms, saves and imports all use these
 * functions.
 */
type Values = Readonly<Record<string, unknown>>;

/** The barcode fields whose value is valid only if a prefix allows it. */
export const listOwnCodeFields = (fields: Fields, values: Values): string[] =>
  listFieldsOfKind(fields, 'barcode').flatMap(([name]) => {
    const value = values[name];
    return typeof value === 'string' && isOwnCode(value, [ANY_PREFIX]) ? [name] : [];
  });

/** The barcode fields whose value no prefix allows. */
export const listRefusedCodes = (fields: Fields, values: Values, ownPrefixes: readonly string[]): string[] =>
  listOwnCodeFields(fields, values).filter(name => !isOwnCode(String(values[name]), ownPrefixes));

export const REFUSED_CODE_ERROR = 'barcode.checkDigit' as const;

const isOwnCode = (code: string, ownPrefixes: readonly string[]): boolean =>
  validateBarcode(code) !== null && validateBarcode(code, ownPrefixes) === null;

/** Fields whose schemas reject codes that no prefix allows. */
export const limitOwnCodes = (fields: Fields, ownPrefixes: readonly string[]): Fields => {
  const limitedFields = listFieldsOfKind(fields, 'barcode').map(([name, field]): [string, Field] => {
    const { schema } = barcode({ required: field.required, ownPrefixes });
    return [name, { ...field, schema }];
  });
  return { ...fields, ...Object.fromEntries(limitedFields) };
};
