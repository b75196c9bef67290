import { z } from 'zod';
import type { PermissionSlug } from './permissions.ts';

export type Uniqueness = 'exact' | 'folded';

export interface FieldBase<V, R extends boolean = boolean> {
  schema: z.ZodType<V>;
  required: boolean;
  readOnly: R;
  isSecret?: true;
  /** The field applies, and may be required, only while the choice field `field` has one of these values. */
  when?: { field: string; is: readonly string[]; required: boolean };
  /** Only for user-defined fields, because declared fields have their labels in i18n. */
  label?: string;
  /** The database enforces uniqueness with an index. `folded` ignores case. */
  unique?: Uniqueness;
  /** Headings of the field's column in tables, in every language, so that an import recognises any of them. */
  headings?: readonly string[];
  /** For table columns: the resource of the records. Russian labels of statuses and choices agree with its gender. */
  resource?: string;
  /**
   * Permission to read and write the field, if it is stricter than the record's permission. The server omits the field
   * for everyone else.
   */
  slug?: PermissionSlug;
}

/**
 * A field typed by its value rather than by its schema's class, because consumers need only the value, and compiler
 * errors stay readable this way.
 */
export type FieldShape<
  K extends string = string,
  O extends object = object,
  V = unknown,
  R extends boolean = boolean,
> = { kind: K } & O & FieldBase<V, R>;

export interface FieldFlags {
  required?: boolean;
  readOnly?: boolean;
}
type IsReadOnly<O> = O extends { readOnly: true } ? true : boolean;
type NullUnlessRequired<O, V> = O extends { required: true } ? V : V | null;

/** Creates a field that always has a value, such as a list; `required` then forbids an empty list. */
export const nonNullField = <const K extends string, O extends object, V, const F extends FieldFlags>(
  kind: K,
  kindOptions: O,
  schema: z.ZodType<V>,
  flags?: F,
): FieldShape<K, O, V, IsReadOnly<F>> => ({
  kind,
  ...kindOptions,
  schema,
  required: flags?.required ?? false,
  readOnly: (flags?.readOnly ?? false) as IsReadOnly<F>,
});

export const field = <const K extends string, O extends object, const F extends FieldFlags, V>(
  kind: K,
  kindOptions: O,
  flags: F | undefined,
  schema: z.ZodType<V>,
): FieldShape<K, O, NullUnlessRequired<F, V>, IsReadOnly<F>> => ({
  ...nonNullField(kind, kindOptions, schema, flags),
  schema: (flags?.required ? schema : schema.nullable()) as z.ZodType<NullUnlessRequired<F, V>>,
});

/**
 * Adds a custom check to a schema. The returned code becomes the message `validation.<code>`, so that client and server
 * use the same text.
 */
export const withCheck = <V, S extends z.ZodType<V>>(
  schema: S & z.ZodType<V>,
  findError: (value: V) => string | null,
): S =>
  schema.check(context => {
    const code = findError(context.value);
    if (code) context.issues.push({ code: 'custom', params: { message: code }, input: context.value });
  });

export const decimal = (min: number, max: number, decimals: number) =>
  withCheck(z.number().min(min).max(max), value =>
    Number(value.toFixed(decimals)) === value ? null : `decimals.${decimals}`,
  );

export const Id = z.int().positive();

/**
 * Restricts a field to holders of a slug, as §2 requires for some tabs. Only these users can read the field, write it,
 * filter by it or sort by it.
 */
export const guarded = <const S extends PermissionSlug, const F extends object>(
  slug: S,
  baseField: F,
): F & { slug: S } => ({
  ...baseField,
  slug,
});

export const unique = <const U extends Uniqueness, const F extends object>(
  uniqueness: U,
  baseField: F,
): F & { unique: U } => ({
  ...baseField,
  unique: uniqueness,
});
