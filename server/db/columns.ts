import { sql } from 'drizzle-orm';
import { boolean, customType, integer, jsonb, text, timestamp } from 'drizzle-orm/pg-core';
import type { Image, PictureEnding } from '#contract/images.ts';

/** Text that sorts, compares and changes case by Unicode's rules whatever the database's own locale is. */
export const words = customType<{ data: string; driverData: string }>({ dataType: () => 'text collate "und-x-icu"' });

/** Text for keys, which nobody reads in an order: compared byte by byte, which is quickest. */
export const bytewise = customType<{ data: string; driverData: string }>({ dataType: () => 'text collate "C"' });

/** A moment in time, kept to the millisecond, as JavaScript keeps it. */
export const moment = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });

/** What every row that people change carries (contract 2): `version` grows by one with each change. */
const stamp = () => ({
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  created_at: moment().notNull().defaultNow(),
  updated_at: moment().notNull().defaultNow(),
  version: integer().notNull().default(1),
});

/**
 * The same for records, with the user who changed them last. No foreign key: an import would pay for it with each
 * row, and of a user who is gone there is nothing to tell.
 */
export const recordStamp = () => ({ ...stamp(), updated_by: integer() });

/** What is known of a picture: `key` is the digest of the file that it was made from. */
export const pictureColumns = () => ({
  key: text().primaryKey(),
  ending: text().$type<PictureEnding>().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  bytes: integer().notNull(),
  /** When its files were last written; what no record shows is kept for a while after it. */
  touched_at: moment().notNull(),
});

/** A picture on a record, besides which of both. */
export const imageColumns = () => ({
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  position: integer().notNull(),
  is_main: boolean().notNull(),
  alt: jsonb().$type<Image['alt']>().notNull(),
  file_name: text().notNull(),
  created_at: moment().notNull(),
});

/** Values of the attributes that people define, by code; one that has none is absent. */
export const attributeValues = () => jsonb().$type<Record<string, unknown>>().notNull().default({});

/** Any JSON value, a text that looks like a number included: drizzle's own `jsonb` parses what the driver has parsed. */
export const json = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: value => JSON.stringify(value),
});

/** How searched text is folded: lower case, «ё» as «е». */
export const folded = (text: string): string => text.toLowerCase().replaceAll('ё', 'е');

/** The short texts among the values of attributes; a composition of three lines is not what people search a list for. */
const shortTexts = `translate(jsonb_path_query_array("attributes", '$.** ? (@ like_regex "^.{1,64}$")')::text, '[]"', '')`;

interface Searched {
  withAttributes?: boolean;
  /** What a field is made of, where its column is a generated one itself. */
  made?: Readonly<Record<string, string>>;
}

/**
 * A stored column of the searched fields, folded, one to a line, so that a single trigram index answers `search=`;
 * with attributes their short texts too.
 */
export const searchText = (fields: readonly string[], { withAttributes = false, made = {} }: Searched = {}) => {
  const texts = [
    ...fields.map(field => `coalesce(${made[field] ?? `"${field}"`}, '')`),
    ...(withAttributes ? [shortTexts] : []),
  ];
  const lines = texts.join(` || E'\\n' || `);
  return text().generatedAlwaysAs(sql.raw(`replace(lower((${lines}) collate "und-x-icu"), 'ё', 'е')`));
};
