import { sql } from 'drizzle-orm';
import { customType, integer, text, timestamp } from 'drizzle-orm/pg-core';

/** Text that sorts, compares and changes case by Unicode's rules whatever the database's own locale is. */
export const words = customType<{ data: string; driverData: string }>({ dataType: () => 'text collate "und-x-icu"' });

/** A moment in time, kept to the millisecond, as JavaScript keeps it. */
export const moment = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });

/** What every row that people change carries (contract 2): `version` grows by one with each change. */
export const stamp = () => ({
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

/** How searched text is folded: lower case, «ё» as «е». */
export const folded = (text: string): string => text.toLowerCase().replaceAll('ё', 'е');

/** A stored column of the searched fields, folded, one to a line, so that a single trigram index answers `search=`. */
export const searchText = (fields: readonly string[]) => {
  const lines = fields.map(field => `coalesce("${field}", '')`).join(` || E'\\n' || `);
  return text().generatedAlwaysAs(sql.raw(`replace(lower((${lines}) collate "und-x-icu"), 'ё', 'е')`));
};
