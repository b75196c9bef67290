import { z } from 'zod';
import type { PermissionSlug } from './permissions.ts';

/** What fields of every kind have in common. */
export interface Common<V, R extends boolean = boolean> {
  /** The value as the API carries it. */
  schema: z.ZodType<V>;
  required: boolean;
  /** Shown and never written by a client. */
  readOnly: R;
  /** Written and never read: no record carries it. */
  isSecret?: true;
  /** The field is meant only while another one, a choice, is one of these words, and may be required then. */
  when?: { field: string; is: readonly string[]; required: boolean };
  /** What people call it, where they defined it themselves and no catalogue does. */
  label?: string;
  /** Who may see and write it, where the record's own rules do not say it: records leave it out for others. */
  slug?: PermissionSlug;
}

/**
 * A field, typed by its value and not by the class of its schema: forms, tables and records ask for the value only, and
 * what the compiler prints stays short enough to read.
 */
export type FieldShape<
  K extends string = string,
  O extends object = object,
  V = unknown,
  R extends boolean = boolean,
> = { kind: K } & O & Common<V, R>;

/** What most kinds can be told. */
export interface Flags {
  required?: boolean;
  readOnly?: boolean;
}
type IsReadOnly<O> = O extends { readOnly: true } ? true : boolean;
type Held<O, V> = O extends { required: true } ? V : V | null;

/** Makes a field that always has a value; `required` where an empty one of its kind does not do. */
export const filled = <const K extends string, O extends object, V, const F extends Flags>(
  kind: K,
  own: O,
  schema: z.ZodType<V>,
  flags?: F,
): FieldShape<K, O, V, IsReadOnly<F>> => ({
  kind,
  ...own,
  schema,
  required: flags?.required ?? false,
  readOnly: (flags?.readOnly ?? false) as IsReadOnly<F>,
});

/** Makes a field whose value is null while it is empty, unless it is required. */
export const field = <const K extends string, O extends object, const F extends Flags, V>(
  kind: K,
  own: O,
  flags: F | undefined,
  schema: z.ZodType<V>,
): FieldShape<K, O, Held<F, V>, IsReadOnly<F>> => ({
  ...filled(kind, own, schema, flags),
  schema: (flags?.required ? schema : schema.nullable()) as z.ZodType<Held<F, V>>,
});

/** A check of one value: its code becomes the message `validation.<code>` on both sides. */
export const check = <V, S extends z.ZodType<V>>(schema: S & z.ZodType<V>, faultOf: (value: V) => string | null): S =>
  schema.check(context => {
    const code = faultOf(context.value);
    if (code) context.issues.push({ code: 'custom', params: { message: code }, input: context.value });
  });

/** A number with at most `decimals` digits after the point. */
export const decimal = (min: number, max: number, decimals: number) =>
  check(z.number().min(min).max(max), value =>
    Number(value.toFixed(decimals)) === value ? null : `decimals.${decimals}`,
  );

/** The id of any record. */
export const Id = z.int().positive();

/** A field of a tab with a slug of its own (§2): only its holders read, write, filter and sort by it. */
export const guarded = <const S extends PermissionSlug, const F extends object>(slug: S, of: F): F & { slug: S } => ({
  ...of,
  slug,
});
