import type { z } from 'zod';
import type { Common, Field, Fields } from './fields.ts';

/** A field that is meant only while the choice `field` is one of the words `is`. */
export const onlyWhen = <const F extends object>(
  field: string,
  is: readonly string[],
  meant: F,
  { required = false } = {},
): F & Pick<Common<z.ZodType>, 'when'> => ({ ...meant, when: { field, is, required } });

type Values = Readonly<Record<string, unknown>>;

/** Whether a field is meant in a record: another field's word may rule it out. */
export const isMeant = ({ when }: Field, record: Values): boolean =>
  !when || when.is.includes(String(record[when.field]));

/** The fields that a record lacks although the word of another field requires them. */
export const lackingIn = (fields: Fields, record: Values): string[] =>
  Object.entries(fields)
    .filter(([name, field]) => field.when?.required && isMeant(field, record) && (record[name] ?? null) === null)
    .map(([name]) => name);
