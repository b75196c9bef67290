import { z } from 'zod';
import { barcodeFault } from './barcode.ts';
import { codeFault, slugFault } from './code.ts';
import { folderFault, urlFault } from './destination.ts';
import type { PermissionSlug } from './permissions.ts';
import { unshared } from './sharing.ts';

/**
 * Field kinds: what a value is. A field is plain data with the zod schema of its value; the screens
 * (`resources/schema/kinds`), the filters, the import and the database queries all follow from it.
 */
export type Unit = 'kg';

interface KindOptions {
  /** `format`: what more than its length is checked. `mayBeCode`: of its digits and dashes each counts. */
  text: { max: number; format?: TextFormat; mayBeCode?: boolean };
  longText: { max: number };
  /** `decimals`: digits kept after the point. */
  number: { unit?: Unit; min: number; max: number; decimals: number };
  /** An amount in roubles with two decimals; `project`: what it is of in a table, where a record has several (`prices`). */
  money: { currency: 'RUB'; min: number; max: number; decimals: 2; project?: number };
  flag: object;
  /** A calendar day, `YYYY-MM-DD`. */
  date: object;
  /** A moment, ISO 8601 in UTC, that the server sets. */
  moment: object;
  status: { values: readonly string[] };
  /** One of a closed set of words that is no status; their labels stand under `choices`. */
  choice: { values: readonly string[] };
  /** The id of a record of resource `of`. */
  one: { of: string };
  /** Ids of records of resource `of`. */
  many: { of: string };
  /** The id of a value of the declared reference `of`. */
  reference: { of: string };
  /** What a record of resource `of` is called by in its field `key`. */
  byCode: { of: string; key: 'code' | 'slug' };
  /** The place among the others of its list; the server gives a new record the last one. */
  place: { min: number; max: number; decimals: 0 };
  /** Amounts of their own in some projects, records of resource `of`; elsewhere that of the field `base` holds. */
  prices: { of: string; base: string; currency: 'RUB'; min: number; max: number; decimals: 2 };
  /** Ids of categories, of whatever platforms; in a table of `platform`. */
  categories: { platform?: string };
  barcode: object;
  /** The address of a thumbnail, below the API base; the holders of the slug `keptBy` keep the record's images. */
  picture: { keptBy: PermissionSlug };
  /** Ids of values of the reference `of`. */
  references: { of: string };
  /** A text for each language, by its code; the first language is current. */
  localized: { inner: 'text' | 'longText'; max: number; languages: readonly Language[] };
  /** The values of the attributes that people define for records of this `scope` (`attributes.ts`), by code. */
  attributes: { scope: AttributeScope };
  /** Somebody of the staff; the server sets it. */
  person: object;
  /** Whom a record is for. */
  sharing: object;
  /** Slugs of permissions; `besides`: the field that names the role by which others are held anyway. */
  permissions: { besides?: string };
  /** Written and never read: no record carries it. */
  password: object;
}

/** What more than its length is checked of a text: a code, a name of a role, addresses of mail and of the web, a folder. */
export type TextFormat = 'code' | 'slug' | 'email' | 'url' | 'folder';

/** A language as fields need it; texts in an archived one are kept and asked for no more. */
export interface Language {
  code: string;
  name: string;
  archived: boolean;
}

/** What attributes can be defined for. */
export type AttributeScope = 'products' | 'models';

export type Kind = keyof KindOptions;

export interface Common<S extends z.ZodType> {
  /** The value as the API carries it. */
  schema: S;
  required: boolean;
  /** Shown and never written by a client. */
  readOnly: boolean;
  /** The field is meant only while another one, a choice, is one of these words, and may be required then. */
  when?: { field: string; is: readonly string[]; required: boolean };
  /** What people call it, where they defined it themselves and no catalogue does. */
  label?: string;
  /** Who may see and write it, where the record's own rules do not say it: records leave it out for others. */
  slug?: PermissionSlug;
}

export type Field<K extends Kind = Kind, S extends z.ZodType = z.ZodType> = {
  [P in K]: { kind: P } & KindOptions[P] & Common<S>;
}[K];
export type Fields = Record<string, Field>;

interface Flags {
  required?: boolean;
  readOnly?: boolean;
}
type Held<O extends Flags, S extends z.ZodType> = O extends { required: true } ? S : z.ZodNullable<S>;

/** What a kind's declaration shares with all others. */
export const common = <O extends Flags, S extends z.ZodType>(options: O, schema: S): Common<Held<O, S>> => ({
  schema: (options.required ? schema : schema.nullable()) as Held<O, S>,
  required: options.required ?? false,
  readOnly: options.readOnly ?? false,
});

/** A custom check: the code becomes the message `validation.<code>` on both sides. */
const check = <S extends z.ZodType>(schema: S, faultOf: (value: z.output<S>) => string | null): S =>
  schema.check(context => {
    const code = faultOf(context.value as z.output<S>);
    if (code) context.issues.push({ code: 'custom', params: { message: code }, input: context.value });
  });

const decimal = (min: number, max: number, decimals: number) =>
  check(z.number().min(min).max(max), value =>
    Number(value.toFixed(decimals)) === value ? null : `decimals.${decimals}`,
  );

/** The id of any record. */
export const Id = z.int().positive();

const formats = {
  code: (line: z.ZodString) => check(line, codeFault),
  slug: (line: z.ZodString) => check(line, slugFault),
  email: (line: z.ZodString) => line.toLowerCase().check(z.email()),
  url: (line: z.ZodString) => check(line, urlFault).meta({ format: 'uri' }),
  folder: (line: z.ZodString) => check(line, folderFault),
};

/** One line of text, trimmed; `max` characters (255). A mail address is kept in lower case. */
export const text = <const O extends Flags & Partial<KindOptions['text']>>(options: O = {} as O) => {
  const { max = 255, format, mayBeCode } = options;
  const line = z.string().trim().min(1).max(max);
  const checked = common(options, format ? formats[format](line) : line);
  return { kind: 'text' as const, max, ...(format && { format }), ...(mayBeCode && { mayBeCode }), ...checked };
};

/** Text of several lines, trimmed; `max` characters (10,000). */
export const longText = <const O extends Flags & { max?: number }>(options: O = {} as O) => {
  const { max = 10_000 } = options;
  return { kind: 'longText' as const, max, ...common(options, z.string().trim().min(1).max(max)) };
};

/** A number from `min` (0) to `max` with at most `decimals` (0) digits after the point. */
export const number = <const O extends Flags & { unit?: Unit; min?: number; max?: number; decimals?: number }>(
  options: O = {} as O,
) => {
  const { min = 0, max = 9_999_999, decimals = 0 } = options;
  return {
    kind: 'number' as const,
    min,
    max,
    decimals,
    ...(options.unit && { unit: options.unit }),
    ...common(options, decimal(min, max, decimals)),
  };
};

const amounts = { currency: 'RUB', min: 0, max: 99_999_999, decimals: 2 } as const;
const roubles = decimal(amounts.min, amounts.max, amounts.decimals);

/** An amount in roubles, two decimals, not negative. */
export const money = <const O extends Flags>(options: O = {} as O) => ({
  kind: 'money' as const,
  ...amounts,
  ...common(options, roubles),
});

/** Contract 3: what a product costs in a project. */
export const Price = z.strictObject({ project_id: Id, amount: roubles, currency: z.literal('RUB') });
export type Price = z.output<typeof Price>;

/** What a record costs in projects, records of resource `of`, where it is not the amount of its field `base`. */
export const prices = <const N extends string>(of: N, base: string) => ({
  kind: 'prices' as const,
  of,
  base,
  ...amounts,
  ...common(
    { required: true as const },
    check(z.array(Price).max(1000), value =>
      new Set(value.map(({ project_id }) => project_id)).size === value.length ? null : 'twice',
    ),
  ),
  required: false,
});

/** The categories that a record is mapped to, each at most once; which platform one is of its tree says. */
export const categories = () => ({
  kind: 'categories' as const,
  ...common({ required: true as const }, z.array(Id).max(10_000)),
  required: false,
});

/** Yes or no; absent means no. */
export const flag = (options: { readOnly?: boolean } = {}) => ({
  kind: 'flag' as const,
  ...common({ ...options, required: true as const }, z.boolean()),
  required: false,
});

/** A calendar day. */
export const date = <const O extends Flags>(options: O = {} as O) => ({
  kind: 'date' as const,
  ...common(options, z.iso.date()),
});

/** A moment that the server sets. */
export const moment = <const O extends Pick<Flags, 'required'> = { required: true }>(
  options: O = { required: true } as unknown as O,
) => ({
  kind: 'moment' as const,
  ...common({ ...options, readOnly: true }, z.iso.datetime()),
});

/** One of a closed set of words; the first is the value of a new record. */
export const status = <const V extends readonly [string, ...string[]]>(values: V) => ({
  kind: 'status' as const,
  values,
  ...common({ required: true as const }, z.enum(values)),
  required: false,
});

/** One of a closed set of words that is no status; the first is the value of a new record. */
export const choice = <const V extends readonly [string, ...string[]]>(
  values: V,
  options: { readOnly?: boolean } = {},
) => ({
  kind: 'choice' as const,
  values,
  ...common({ ...options, required: true as const }, z.enum(values)),
  required: false,
});

/** The record that this one belongs to. */
export const one = <const N extends string, const O extends Flags>(of: N, options: O = {} as O) => ({
  kind: 'one' as const,
  of,
  ...common(options, Id),
});

/** The records that this one is linked to, each at most once. */
export const many = <const N extends string>(of: N) => ({
  kind: 'many' as const,
  of,
  ...common({ required: true as const }, z.array(Id).max(10_000)),
  required: false,
});

/** A value of the declared reference `of`. */
export const reference = <const N extends string, const O extends Flags>(of: N, options: O = {} as O) => ({
  kind: 'reference' as const,
  of,
  ...common(options, Id),
});

/** A record of resource `of` by its `code` (or `slug`), which outlives a copy of the database as an id does not. */
export const byCode = <const N extends string, const O extends Flags & { key?: 'code' | 'slug' }>(
  of: N,
  options: O = {} as O,
) => ({
  kind: 'byCode' as const,
  of,
  key: options.key ?? 'code',
  ...common(options, z.string().trim().min(1).max(64)),
});

/** The place among the others; left out of a new record it is the last. */
export const place = () => ({
  kind: 'place' as const,
  min: 0,
  max: 1_000_000,
  decimals: 0 as const,
  ...common({ required: true as const }, decimal(0, 1_000_000, 0)),
  required: false,
});

/** Values of the reference `of`, each at most once. */
export const references = <const N extends string>(of: N, { required = false } = {}) => ({
  kind: 'references' as const,
  of,
  ...common(
    { required: true as const },
    z
      .array(Id)
      .min(required ? 1 : 0)
      .max(100),
  ),
  required,
});

/** A text for each language, the first of those in use required when it is. */
export const localized = (
  inner: 'text' | 'longText',
  languages: readonly Language[],
  options: { required?: boolean } = {},
) => {
  const { max, schema } = inner === 'text' ? text() : longText();
  const current = languages.find(({ archived }) => !archived)?.code ?? '';
  const texts = z.strictObject(Object.fromEntries(languages.map(({ code }) => [code, schema.optional()])));
  const isLacking = (value: Readonly<Record<string, unknown>>): boolean => !!options.required && !value[current];
  return {
    kind: 'localized' as const,
    inner,
    max,
    languages,
    ...common(
      options,
      check(texts, value => (isLacking(value) ? 'required' : null)),
    ),
  };
};

/** The values of attributes; the collection of an installation (`attributes.ts`) has a field for each of them instead. */
export const attributes = (scope: AttributeScope) => ({
  kind: 'attributes' as const,
  scope,
  ...common({ required: true as const }, z.looseObject({})),
  required: false,
});

/** EAN-8/13, UPC-A, GTIN-14 checked digit by digit, or an internal code. */
export const barcode = <const O extends Flags>(options: O = {} as O) => ({
  kind: 'barcode' as const,
  ...common(
    options,
    check(z.string().trim(), value => {
      const fault = barcodeFault(value);
      return fault && `barcode.${fault}`;
    }),
  ),
});

/** A field of a tab with a slug of its own (§2): only its holders read, write, filter and sort by it. */
export const guarded = <const S extends PermissionSlug, const F extends object>(
  slug: S,
  field: F,
): F & { slug: S } => ({
  ...field,
  slug,
});

/** The main one of a record's images, as its small thumbnail; the server sets it as the images change. */
export const picture = (keptBy: PermissionSlug) => ({
  kind: 'picture' as const,
  keptBy,
  ...common({ readOnly: true as const }, z.string()),
});

/** What each kind is filtered by in a list: any of some values, a range, yes or no, or nothing. */
export const filterOf = {
  text: null,
  longText: null,
  barcode: null,
  number: 'range',
  money: 'range',
  date: 'range',
  moment: 'range',
  flag: 'flag',
  status: 'any',
  choice: 'any',
  one: 'any',
  many: 'any',
  reference: 'any',
  byCode: 'any',
  place: null,
  references: 'any',
  localized: null,
  attributes: null,
  picture: null,
  prices: null,
  categories: 'any',
  person: 'any',
  sharing: null,
  permissions: 'any',
  password: null,
} as const satisfies Record<Kind, 'range' | 'any' | 'flag' | null>;

/** Kinds that hold several values in no order: none is an empty list. */
const listKinds: ReadonlySet<Kind> = new Set([
  'many',
  'prices',
  'categories',
  'references',
  'permissions',
] satisfies Kind[]);

/** The value a field has in a record that does not set it; undefined where the server chooses it. */
export const initialValue = (field: Field): unknown => {
  if (field.kind === 'flag') return false;
  if (listKinds.has(field.kind)) return [];
  if (field.kind === 'attributes') return {};
  if (field.kind === 'place') return undefined;
  if (field.kind === 'sharing') return unshared;
  return field.kind === 'status' || field.kind === 'choice' ? field.values[0] : null;
};
