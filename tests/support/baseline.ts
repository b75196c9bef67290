import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '#server/db/database.ts';

interface Table {
  name: string;
  /** Tables that its foreign keys point to. */
  parents: string[];
  /** Columns that can be inserted, as SQL; generated ones cannot. */
  columns: string;
  /** Whether a trigger prevents truncation. */
  isKept: boolean;
}

/**
 * All tables, read from the database because some tests add tables of their own. Parents before children, so that rows
 * can be put back without breaking foreign keys.
 */
const readTables = async (db: Database): Promise<Table[]> => {
  const found = await queryRows<Table>(
    db,
    sql.raw(`select c.relname as name,
        array(select distinct p.relname::text from pg_constraint k join pg_class p on p.oid = k.confrelid
          where k.conrelid = c.oid and k.contype = 'f' and p.oid <> c.oid) as parents,
        exists (select from pg_trigger where tgrelid = c.oid and tgtype & 32 > 0) as "isKept",
        (select string_agg(quote_ident(attname), ', ') from pg_attribute
          where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname`),
  );
  const seen = new Set<Table>();
  const sorted: Table[] = [];
  const add = (table: Table): void => {
    if (seen.has(table)) return;
    seen.add(table);
    for (const parent of found.filter(({ name }) => table.parents.includes(name))) add(parent);
    sorted.push(table);
  };
  for (const table of found) add(table);
  return sorted;
};

const namesOf = (tables: readonly Table[]): string => tables.map(({ name }) => `public."${name}"`).join(', ');

/** Truncates tables, disabling the triggers that would prevent it. */
const truncating = (tables: readonly Table[], how = ''): string => {
  const switched = (state: string) =>
    tables.filter(({ isKept }) => isKept).map(({ name }) => `alter table public."${name}" ${state} trigger user;`);
  return [...switched('disable'), `truncate ${namesOf(tables)} ${how};`, ...switched('enable')].join('\n');
};

/** Empties a new database, because a migration inserts a language. */
export const emptyTables = async (db: Database): Promise<void> => {
  await db.execute(sql.raw(`do $$ begin ${truncating(await readTables(db), 'restart identity')} end $$`));
};

/**
 * Remembers the current contents of the tables.
 * @returns a function that restores them. Both run inside the database, which caches their plans, because sending a
 * hundred statements before each test took longer than most tests. Rows are deleted in replica mode, without triggers
 * and foreign keys. A user without that permission truncates instead, which is slower because it creates a new file for
 * each table and index.
 */
export const keepBaseline = async (db: Database): Promise<() => Promise<void>> => {
  const tables = await readTables(db);
  const held: Table[] = [];
  for (const table of tables) {
    const [row] = await queryRows<{ holds: boolean }>(
      db,
      sql.raw(`select exists (select 1 from public."${table.name}") holds`),
    );
    if (row?.holds) held.push(table);
  }
  const run = (statement: string) => db.execute(sql.raw(statement));
  await run('create schema baseline');
  for (const { name, columns } of held)
    await run(`create table baseline."${name}" as select ${columns} from public."${name}"`);
  await run(`create table baseline.sequences as
    select format('%I.%I', schemaname, sequencename)::regclass as sequence, start_value, last_value
    from pg_sequences where schemaname = 'public'`);
  await run(`create function baseline.restore() returns void language plpgsql as $$
    begin
      if current_setting('is_superuser')::boolean then
        set local session_replication_role = replica;
        ${tables.map(({ name }) => `delete from public."${name}";`).join('\n')}
      else
        ${truncating(tables)}
      end if;
      ${held.map(putBack).join('\n')}
      perform setval(sequence, coalesce(last_value, start_value), last_value is not null) from baseline.sequences
        where pg_sequence_last_value(sequence) is distinct from last_value;
    end $$`);
  return async () => void (await run('select baseline.restore()'));
};

const putBack = ({ name, columns }: Table): string =>
  `insert into public."${name}" (${columns}) overriding system value select ${columns} from baseline."${name}";`;
