import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import { type Field, initialValue } from '#contract/fields.ts';
import { type Database, rowsOf } from '../db/database.ts';
import { categories, productCategories, productPrices, products } from '../db/schema.ts';
import { oneOf } from '../records/query.ts';
import { storedAs } from '../records/storedAs.ts';
import type { Importable } from '../table/importable.ts';
import type { RowValues } from '../table/reader.ts';
import type { Stamp } from './products.ts';

/** What a table has of products that is kept in pairs: a price in a project, the categories of a platform. */
type PriceField = Field<'money'> & { project: number };
type Part = readonly [name: string, field: PriceField | Field<'categories'>];

/** Of a product the parts that a row makes other ones, by column. */
export interface LinkChange {
  id: number;
  before: RowValues;
  after: RowValues;
}

interface Compared {
  fields: Importable;
  /** The fields that the table has columns of. */
  named: readonly string[];
}

/** Whether a field is kept in pairs, and so in no column of the product. */
export const isPart = (field: Field | undefined): field is Part[1] =>
  field !== undefined && (isOfProject(field) || isOfPlatform(field));

const isOfProject = (field: Field): field is PriceField => 'project' in field && field.project !== undefined;
const isOfPlatform = (field: Field): field is Field<'categories'> => storedAs(field).names === 'categories';

/** What rows would make of the prices and categories of their products; what they leave empty stays. */
export const compareLinks = async (
  tx: Database,
  { fields, named }: Compared,
  rows: readonly { id: number; values: RowValues }[],
): Promise<LinkChange[]> => {
  const parts = named.flatMap((name): Part[] => {
    const field = fields.get(name);
    return isPart(field) ? [[name, field]] : [];
  });
  const speaking = rows.filter(({ values }) => parts.some(([name]) => values[name] !== undefined));
  if (speaking.length === 0) return [];
  const now = await readParts(
    tx,
    parts,
    speaking.map(({ id }) => id),
  );
  return speaking.flatMap(({ id, values }) => {
    const changed = parts.flatMap(([name, field]) => {
      const [before, after] = [now.get(`${id} ${name}`), asKept(values[name])];
      const was = before ?? initialValue(field);
      return after === undefined || isDeepStrictEqual(was, after) ? [] : [{ name, before: was, after }];
    });
    if (changed.length === 0) return [];
    const by = (side: 'before' | 'after') => Object.fromEntries(changed.map(part => [part.name, part[side]]));
    return [{ id, before: by('before'), after: by('after') }];
  });
};

/** Categories have no order. */
const asKept = (value: unknown): unknown => (Array.isArray(value) ? value.toSorted((a, b) => a - b) : value);

/** The parts of products as they are, by `<id> <column>`. */
const readParts = async (tx: Database, parts: readonly Part[], ids: readonly number[]) => {
  const now = new Map<string, unknown>();
  const inProjects = parts.flatMap(([name, field]) => (isOfProject(field) ? [{ name, field }] : []));
  if (inProjects.length > 0) {
    const columnOf = new Map(inProjects.map(({ name, field }) => [field.project, name]));
    const prices = await tx.select().from(productPrices).where(oneOf(productPrices.product_id, ids));
    for (const { product_id, project_id, amount } of prices) {
      const column = columnOf.get(project_id);
      if (column !== undefined) now.set(`${product_id} ${column}`, amount);
    }
  }
  const onPlatforms = parts.flatMap(([name, field]) => (isOfPlatform(field) ? [{ name, field }] : []));
  if (onPlatforms.length > 0) {
    const columnOf = new Map(onPlatforms.map(({ name, field }) => [field.platform, name]));
    const pairs = await tx
      .select({ id: productCategories.product_id, category: categories.id, platform: categories.platform })
      .from(productCategories)
      .innerJoin(categories, eq(categories.id, productCategories.category_id))
      .where(oneOf(productCategories.product_id, ids))
      .orderBy(categories.id);
    for (const { id, category, platform } of pairs) {
      const column = columnOf.get(platform);
      if (column === undefined) continue;
      const key = `${id} ${column}`;
      now.set(key, [...((now.get(key) as number[] | undefined) ?? []), category]);
    }
  }
  return now;
};

/** Has nobody else change these products until the transaction ends, as whoever saves one has it. */
export const holdProducts = async (tx: Database, ids: readonly number[]): Promise<void> => {
  await tx.select({ id: products.id }).from(products).where(oneOf(products.id, ids)).orderBy(products.id).for('update');
};

/** Writes prices and categories. The products themselves are left as they are. */
export const writeLinkChanges = async (
  tx: Database,
  fields: Importable,
  changes: readonly LinkChange[],
): Promise<void> => {
  const prices = { gone: [] as Pair[], set: [] as [...Pair, amount: number][] };
  const mapped = { gone: [] as Pair[], set: [] as Pair[] };
  const each = changes.flatMap(({ id, before, after }) =>
    Object.keys(after).map(name => ({ id, field: fields.get(name), before: before[name], after: after[name] })),
  );
  for (const { id, field, before, after } of each) {
    if (field && isOfProject(field)) {
      if (after === null) prices.gone.push([id, field.project]);
      else prices.set.push([id, field.project, after as number]);
      continue;
    }
    const [were, are] = [before as number[], after as number[]];
    mapped.gone.push(...were.filter(one => !are.includes(one)).map((one): Pair => [id, one]));
    mapped.set.push(...are.filter(one => !were.includes(one)).map((one): Pair => [id, one]));
  }
  await removePairs(tx, 'product_prices', 'project_id', prices.gone);
  await removePairs(tx, 'product_categories', 'category_id', mapped.gone);
  if (prices.set.length > 0)
    await tx.execute(sql`insert into product_prices (product_id, project_id, amount)
      select * from unnest(${column(prices.set, 0)}::integer[], ${column(prices.set, 1)}::integer[],
        ${column(prices.set, 2)}::numeric[])
      on conflict (product_id, project_id) do update set amount = excluded.amount`);
  if (mapped.set.length > 0)
    await tx.execute(sql`insert into product_categories (product_id, category_id)
      select * from unnest(${column(mapped.set, 0)}::integer[], ${column(mapped.set, 1)}::integer[])
      on conflict do nothing`);
};

type Pair = [product: number, other: number];

const column = (rows: readonly (readonly unknown[])[], at: number) =>
  sql`${sql.param(rows.map(row => String(row[at])))}::text[]`;

const removePairs = async (tx: Database, table: string, other: string, pairs: readonly Pair[]): Promise<void> => {
  if (pairs.length === 0) return;
  await tx.execute(sql`delete from ${sql.identifier(table)} as pair
    using unnest(${column(pairs, 0)}::integer[], ${column(pairs, 1)}::integer[]) as gone (product, other)
    where pair.product_id = gone.product and pair.${sql.identifier(other)} = gone.other`);
};

/** Stamps products whose pairs alone changed. */
export const touchProducts = async (tx: Database, ids: readonly number[], { at, by }: Stamp): Promise<void> => {
  if (ids.length === 0) return;
  await tx
    .update(products)
    .set({ version: sql`${products.version} + 1`, updated_at: at, updated_by: by })
    .where(oneOf(products.id, ids));
};

/** What products are called, by id. */
export const productNames = async (tx: Database, ids: readonly number[]): Promise<ReadonlyMap<number, string>> => {
  if (ids.length === 0) return new Map();
  const rows = await tx.select({ id: products.id, name: products.name }).from(products).where(oneOf(products.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/** Of the categories that rows name those that are there, held until the transaction ends. */
export const holdCategories = async (
  tx: Database,
  fields: Importable,
  rows: readonly RowValues[],
): Promise<ReadonlySet<number>> => {
  const names = [...fields].filter(([, field]) => isOfPlatform(field)).map(([name]) => name);
  const ids = new Set(rows.flatMap(values => names.flatMap(name => (values[name] ?? []) as number[])));
  if (ids.size === 0) return new Set();
  const held = await rowsOf<{ id: number }>(
    tx,
    sql`select id from categories where id = any(${sql.param([...ids].map(String))}::text[]::integer[])
      order by id for key share`,
  );
  return new Set(held.map(({ id }) => id));
};
