import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core';

/** What the database knows about the servers that use it. One row, written at each start. */
export const installation = pgTable(
  'installation',
  {
    id: integer().primaryKey().default(1),
    /** The latest build that has used the database. */
    build: text().notNull(),
    /** A digest of the secrets, which differ if a server has lost them. */
    secrets_digest: text().notNull(),
    /** The id that the store of files has in a file of its own. Null until the first server writes it. */
    files_id: text(),
  },
  table => [check('installation_one', sql`${table.id} = 1`)],
);
