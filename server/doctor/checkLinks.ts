import { type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '../db/database.ts';
import { writeUnrecorded } from '../drafts/author.ts';
import { type Finding, MAX_EXAMPLES } from './finding.ts';

interface ForeignKey {
  name: string;
  child: string;
  parent: string;
  columns: string[];
  parentColumns: string[];
  /** As in `pg_constraint`: c deletes the row with its parent, n sets the columns to null, a forbids it. */
  onDelete: string;
  isNullable: boolean;
}

/**
 * Checks every foreign key row by row. The database holds them, but not against a disk that loses what it has
 * acknowledged: the embedded database does not wait for the disk.
 */
export const checkForeignKeys = async (db: Database): Promise<Finding[]> => {
  const findings: Finding[] = [];
  for (const key of await readForeignKeys(db)) findings.push(...(await checkForeignKey(db, key)));
  return findings;
};

const readForeignKeys = (db: Database): Promise<ForeignKey[]> =>
  queryRows<ForeignKey>(
    db,
    sql`select conname as name, quote_ident(child.relname) as child, quote_ident(parent.relname) as parent,
        confdeltype as "onDelete",
        array(select quote_ident(attname) from unnest(conkey) with ordinality as used (attnum, nth)
          join pg_attribute a on a.attrelid = conrelid and a.attnum = used.attnum order by nth) as columns,
        array(select quote_ident(attname) from unnest(confkey) with ordinality as used (attnum, nth)
          join pg_attribute a on a.attrelid = confrelid and a.attnum = used.attnum order by nth) as "parentColumns",
        not exists (select from pg_attribute where attrelid = conrelid and attnum = any(conkey) and attnotnull) as "isNullable"
      from pg_constraint join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
      where contype = 'f' and connamespace = 'public'::regnamespace order by conname`,
  );

const checkForeignKey = async (db: Database, key: ForeignKey): Promise<Finding[]> => {
  const { name, child, parent, columns, parentColumns, onDelete, isNullable } = key;
  const isSet = columns.map(column => `child.${column} is not null`);
  const isSame = columns.map((column, index) => `parent.${parentColumns[index]} = child.${column}`);
  const isDangling = sql.raw(
    `${isSet.join(' and ')} and not exists (select from public.${parent} parent where ${isSame.join(' and ')})`,
  );
  const shown = sql.raw(columns.map(column => `child.${column}::text`).join(` || ' ' || `));
  const from = sql.raw(`public.${child} child`);
  const [row] = await queryRows<{ count: number; examples: string[] | null }>(
    db,
    sql`select count(*)::integer as count, (array_agg(distinct ${shown}))[1:${sql.raw(String(MAX_EXAMPLES))}] as examples
      from ${from} where ${isDangling}`,
  );
  if (!row?.count) return [];
  const statement =
    onDelete === 'c'
      ? sql`delete from ${from} where ${isDangling}`
      : isNullable
        ? sql`update ${from} set ${sql.raw(columns.map(column => `${column} = null`).join(', '))} where ${isDangling}`
        : null;
  return [
    {
      kind: 'link',
      subject: `${child}.${columns.join()} → ${parent} (${name})`,
      count: row.count,
      examples: row.examples ?? [],
      repair: statement && (() => runUnrecorded(db, statement)),
    },
  ];
};

const runUnrecorded = (db: Database, statement: SQL): Promise<void> =>
  writeUnrecorded(db, async tx => void (await tx.execute(statement)));

interface ConsistencyCheck {
  kind: Finding['kind'];
  subject: string;
  /** Selects `id` and `name` of the wrong records. */
  find: SQL;
  repair: SQL;
}

/** What the code keeps in step, because no constraint can. */
const buildConsistencyChecks = (): ConsistencyCheck[] => [
  ...(['products', 'models'] as const).flatMap(table => [buildAttributeCheck(table), buildPictureCheck(table)]),
  {
    kind: 'matrixCount',
    subject: 'matrices.products_count',
    find: sql`select id, name from matrices m
      where products_count <> (select count(*) from matrix_products where matrix_id = m.id)`,
    repair: sql`update matrices m set products_count = counted.found
      from (select matrices.id, count(product_id) as found from matrices left join matrix_products on matrix_id = matrices.id
        group by matrices.id) counted
      where counted.id = m.id and products_count <> counted.found`,
  },
];

const buildAttributeCheck = (table: 'products' | 'models'): ConsistencyCheck => {
  const records = sql.identifier(table);
  const isWrong = sql`exists (select from jsonb_object_keys(r.attributes) code where code not in (select code from attributes))`;
  return {
    kind: 'attribute',
    subject: `${table}.attributes`,
    find: sql`select id, name from ${records} r where ${isWrong}`,
    repair: sql`update ${records} r set attributes = (
        select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(r.attributes)
        where key in (select code from attributes)
      ) where ${isWrong}`,
  };
};

const buildPictureCheck = (table: 'products' | 'models'): ConsistencyCheck => {
  const records = sql.identifier(table);
  const images = sql.identifier(table === 'products' ? 'product_images' : 'model_images');
  // As `getThumbnailUrl` builds it.
  const main = sql`(select '/pictures/' || key || '/small.webp' from ${images} where record_id = r.id and is_main limit 1)`;
  const isWrong = sql`r.picture is distinct from ${main}`;
  return {
    kind: 'mainPicture',
    subject: `${table}.picture`,
    find: sql`select id, name from ${records} r where ${isWrong}`,
    repair: sql`update ${records} r set picture = ${main} where ${isWrong}`,
  };
};

export const checkConsistency = async (db: Database): Promise<Finding[]> => {
  const findings: Finding[] = [];
  for (const { kind, subject, find, repair } of buildConsistencyChecks()) {
    const [row] = await queryRows<{ count: number; examples: string[] | null }>(
      db,
      sql`select count(*)::integer as count, (array_agg(id || ' ' || name order by id))[1:${sql.raw(String(MAX_EXAMPLES))}] as examples
        from (${find}) found`,
    );
    if (row?.count)
      findings.push({
        kind,
        subject,
        count: row.count,
        examples: row.examples ?? [],
        repair: () => runUnrecorded(db, repair),
      });
  }
  return findings;
};
