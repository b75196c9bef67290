import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '../db/database.ts';

/** A table as it is dumped. Identifiers are quoted. */
export interface DumpedTable {
  name: string;
  /** Those that can be inserted; generated ones cannot. */
  columns: { name: string; type: string }[];
  /** Tables that its foreign keys point to; itself, if a row may refer to another one. */
  parents: string[];
  /** Sorts the rows in the same way on every server, whatever its locale; null without a primary key. */
  order: string | null;
}

/** All tables of the application, parents before their children, so that rows can be inserted in this order. */
export const readTables = async (db: Database): Promise<DumpedTable[]> => {
  const found = await queryRows<DumpedTable>(
    db,
    sql.raw(`select quote_ident(c.relname) as name,
        (select json_agg(json_build_object('name', quote_ident(attname), 'type', format_type(atttypid, atttypmod))
          order by attnum) from pg_attribute
          where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
        array(select distinct quote_ident(p.relname) from pg_constraint k join pg_class p on p.oid = k.confrelid
          where k.conrelid = c.oid and k.contype = 'f') as parents,
        (select string_agg(quote_ident(attname) || case when attcollation = 0 then '' else ' collate "C"' end, ', '
            order by array_position(i.indkey::smallint[], attnum))
          from pg_index i join pg_attribute a on a.attrelid = i.indrelid and attnum = any(i.indkey)
          where i.indrelid = c.oid and i.indisprimary) as "order"
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname`),
  );
  const seen = new Set<DumpedTable>();
  const sorted: DumpedTable[] = [];
  const add = (table: DumpedTable): void => {
    if (seen.has(table)) return;
    seen.add(table);
    for (const parent of found.filter(({ name }) => table.parents.includes(name))) add(parent);
    sorted.push(table);
  };
  for (const table of found) add(table);
  return sorted;
};

export interface TableSum {
  rows: number;
  /** Of the lines, each with its line break. */
  sha256: string;
}

const ROWS_PER_FETCH = 1000;

/** Makes values look the same on every server. Call it within the transaction that reads or writes them. */
export const fixFormats = (tx: Database) =>
  tx.execute(sql`select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO', true),
    set_config('intervalstyle', 'postgres', true), set_config('extra_float_digits', '1', true),
    set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`);

/**
 * Reads all tables as of one moment, while others write. A row is a line: a JSON array of the values as PostgreSQL
 * prints them, which it reads back without loss.
 * @param write receives the lines of a table in parts, each ending with a line break
 */
export const dumpTables = (
  db: Database,
  write: (table: string, lines: string) => Promise<void>,
): Promise<Record<string, TableSum>> =>
  db.transaction(
    async tx => {
      await fixFormats(tx);
      const sums: Record<string, TableSum> = {};
      for (const table of await readTables(tx)) sums[table.name] = await dumpTable(tx, table, write);
      return sums;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );

const dumpTable = async (
  tx: Database,
  { name, columns, order }: DumpedTable,
  write: (table: string, lines: string) => Promise<void>,
): Promise<TableSum> => {
  const line = `array_to_json(array[${columns.map(column => `${column.name}::text`).join(', ')}]::text[])::text`;
  await tx.execute(
    sql.raw(
      `declare dumped no scroll cursor for select ${line} as line from public.${name} order by ${order ?? `${line} collate "C"`}`,
    ),
  );
  const hash = createHash('sha256');
  let count = 0;
  for (;;) {
    const rows = await queryRows<{ line: string }>(tx, sql.raw(`fetch ${ROWS_PER_FETCH} from dumped`));
    if (rows.length === 0) break;
    const lines = rows.map(row => `${row.line}\n`).join('');
    hash.update(lines);
    count += rows.length;
    await write(name, lines);
  }
  await tx.execute(sql`close dumped`);
  return { rows: count, sha256: hash.digest('hex') };
};

/** The last number of each sequence, so that a restored database gives no number a second time. */
export const readSequences = async (db: Database): Promise<Record<string, number>> => {
  const rows = await queryRows<{ name: string; last: string }>(
    db,
    sql`select quote_ident(sequencename) as name, last_value::text as last from pg_sequences
      where schemaname = 'public' and last_value is not null order by 1`,
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, Number(last)]));
};
