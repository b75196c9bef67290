import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { CommandError } from '../commands/command.ts';
import { type Database, queryRows } from '../db/database.ts';
import { translateCommand } from '../translate.ts';
import { createDamageError, getTablePath, type Manifest } from './manifest.ts';
import { type DumpedTable, dumpTables, fixFormats, readTables } from './tables.ts';

const ROWS_PER_STATEMENT = 500;

/** The only rows of a database that no server has used yet; a migration inserts them. */
const SEEDED_TABLE = 'languages';

/** @throws {CommandError} when the database has been used */
export const assertEmptyDatabase = async (db: Database): Promise<void> => {
  for (const { name } of await readTables(db)) {
    const [row] = await queryRows(db, sql.raw(`select 1 from public.${name} limit 1`));
    if (row && name !== SEEDED_TABLE) throw new CommandError(translateCommand('failures.databaseUsed'));
  }
};

/** Compares the stored lines with their sums. @throws {CommandError} naming the first table that is damaged */
export const assertTableSums = async (folder: string, { tables }: Manifest): Promise<void> => {
  for (const [table, { sha256 }] of Object.entries(tables)) {
    const hash = createHash('sha256');
    const lines = existsSync(getTablePath(folder, table)) ? readLines(folder, table) : [];
    try {
      for await (const chunk of lines) hash.update(chunk as Buffer);
    } catch (error) {
      throw createDamageError(`tables/${table}`, error);
    }
    if (hash.digest('hex') !== sha256) throw createDamageError(`tables/${table}`);
  }
};

/** Whoever reads it receives the errors of both streams. */
const readLines = (folder: string, table: string) =>
  pipeline(createReadStream(getTablePath(folder, table)), createGunzip(), () => {});

/**
 * Loads the tables of a backup into an empty database, in one transaction, and compares what is then stored with what
 * was backed up. If that fails, the database stays empty.
 * @throws {CommandError} when they differ
 */
export const loadTables = async (db: Database, folder: string, manifest: Manifest): Promise<void> => {
  await db.transaction(async tx => {
    await fixFormats(tx);
    const tables = await readTables(tx);
    // Triggers would record and count once more what the backup already contains. Foreign keys still hold.
    for (const { name } of tables) await tx.execute(sql.raw(`alter table public.${name} disable trigger user`));
    await tx.execute(sql.raw(`delete from public.${SEEDED_TABLE}`));
    for (const table of tables) await loadTable(tx, folder, table);
    for (const [sequence, last] of Object.entries(manifest.sequences))
      await tx.execute(sql`select setval(${`public.${sequence}`}::regclass, ${last}::bigint, true)`);
    for (const { name } of tables) await tx.execute(sql.raw(`alter table public.${name} enable trigger user`));
    await tx.execute(sql`analyze`);
    const stored = await dumpTables(tx, () => Promise.resolve());
    for (const [table, { rows, sha256 }] of Object.entries(manifest.tables))
      if (stored[table]?.rows !== rows || stored[table].sha256 !== sha256) throw createDamageError(`tables/${table}`);
  });
};

const loadTable = async (tx: Database, folder: string, table: DumpedTable): Promise<void> => {
  // A table without rows has no file.
  if (!existsSync(getTablePath(folder, table.name))) return;
  // Rows that refer to others of the same table have to be inserted at once.
  const limit = table.parents.includes(table.name) ? Number.POSITIVE_INFINITY : ROWS_PER_STATEMENT;
  let lines: string[] = [];
  const flush = async (): Promise<void> => {
    if (lines.length > 0) await insertLines(tx, table, lines);
    lines = [];
  };
  const input = readLines(folder, table.name);
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    lines.push(line);
    if (lines.length >= limit) await flush();
  }
  await flush();
};

const insertLines = (tx: Database, { name, columns }: DumpedTable, lines: readonly string[]) => {
  const names = columns.map(column => column.name).join(', ');
  const values = columns.map(({ type }, index) => `(line ->> ${index})::${type}`).join(', ');
  return tx.execute(
    sql`insert into public.${sql.raw(name)} (${sql.raw(names)}) overriding system value
      select ${sql.raw(values)} from jsonb_array_elements(${`[${lines.join(',')}]`}::jsonb) with ordinality lines (line, nth)
      order by nth`,
  );
};
