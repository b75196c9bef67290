import { sql } from 'drizzle-orm';
import { boolean, customType, integer, jsonb, text, timestamp } from 'drizzle-orm/pg-core';
import type { Image, PictureExtension } from '#contract/images.ts';
import { foldings } from '#contract/searchText.ts';

/** Sorted, compared and case-folded by Unicode rules, because the database's locale differs between installations. */
export const collatedText = customType<{ data: string; driverData: string }>({
  dataType: () => 'text collate "und-x-icu"',
});

/** Text for keys. Compared byte by byte, which is fastest, because keys are never shown in sorted order. */
export const bytewiseText = customType<{ data: string; driverData: string }>({ dataType: () => 'text collate "C"' });

/** A timestamp in milliseconds, the precision of a JavaScript `Date`; more digits would be lost on a round trip. */
export const timestampColumn = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });

/** Columns of every editable row (contract 2). `version` increases with each change, to detect concurrent edits. */
const stampColumns = () => ({
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  created_at: timestampColumn().notNull().defaultNow(),
  updated_at: timestampColumn().notNull().defaultNow(),
  version: integer().notNull().default(1),
});

/**
 * The same columns for records, with the user who last changed them and, during impersonation, the actor. They have no
 * foreign keys, because checking them would slow down every imported row, and a deleted user has no name to show
 * anyway.
 */
export const recordStamp = () => ({ ...stampColumns(), updated_by: integer(), acted_by: integer() });

/**
 * Columns that describe a picture. `key` is the digest of the original file, so that the same file is stored only once.
 */
export const pictureColumns = () => ({
  key: text().primaryKey(),
  ending: text().$type<PictureExtension>().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  bytes: integer().notNull(),
  /**
   * When the files were last written. Unused pictures are deleted a day later rather than at once, since an upload may
   * not be linked to its record yet.
   */
  touched_at: timestampColumn().notNull(),
});

export const imageColumns = () => ({
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  position: integer().notNull(),
  is_main: boolean().notNull(),
  alt: jsonb().$type<Image['alt']>().notNull(),
  file_name: text().notNull(),
  created_at: timestampColumn().notNull(),
});

export const attributesColumn = () => jsonb().$type<Record<string, unknown>>().notNull().default({});

/**
 * Any JSON value. Drizzle's own `jsonb` would parse the driver's result again and turn numeric strings into numbers.
 */
export const jsonColumn = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: value => JSON.stringify(value),
});

/**
 * The short texts among the attribute values. Long texts, such as lists of ingredients, are excluded because nobody
 * searches a list for them.
 */
const shortTextsSql = `translate(jsonb_path_query_array("attributes", '$.** ? (@ like_regex "^.{1,64}$")')::text, '[]"', '')`;

/** Combining marks are written as escapes, because a literal mark would be rendered on top of the quotation mark. */
const quoteLetter = (letter: string): string =>
  /\p{M}/u.test(letter) ? `U&'\\${letter.charCodeAt(0).toString(16).padStart(4, '0')}'` : `'${letter}'`;

interface SearchTextOptions {
  withAttributes?: boolean;
  /** Expressions for fields whose columns are generated, since a generated column cannot refer to another one. */
  expressions?: Readonly<Record<string, string>>;
}

/**
 * A generated column with the search fields, one per line, normalised as `foldText` does, so that a single trigram index
 * serves `search=`. Optionally includes short attribute texts.
 */
export const searchTextColumn = (
  fields: readonly string[],
  { withAttributes = false, expressions = {} }: SearchTextOptions = {},
) => {
  const textExpressions = [
    ...fields.map(field => `coalesce(${expressions[field] ?? `"${field}"`}, '')`),
    ...(withAttributes ? [shortTextsSql] : []),
  ];
  const lines = textExpressions.join(` || E'\\n' || `);
  return text().generatedAlwaysAs(sql.raw(foldSql(lines)));
};

/** Normalises an SQL text as `foldText` does. */
export const foldSql = (expression: string): string =>
  foldings.reduce(
    (sqlText, [from, to]) => `replace(${sqlText}, ${quoteLetter(from)}, '${to}')`,
    `lower(normalize(${expression}, NFKD) collate "und-x-icu")`,
  );
