import { join } from 'node:path';
import { type SQL, sql } from 'drizzle-orm';
import { type OpenDatabase, queryRows } from '#server/db/database.ts';
import { filled, onEachDatabase, openFilled, type Rig } from './databases.ts';
import { type Figure, measureTime, median, type Part, quantile } from './figures.ts';
import { copyFile, idsOf } from './importing.ts';
import { writeLargeTable } from './largeTable.ts';
import { signIn, startServer, withFolder } from './server.ts';

const ROWS = 100_000;
const TRIES = 200;
const WARM_UP = 20;

/**
 * Pages of a list of 100,000 products over HTTP, compared with the bare SQL for the same data, the least that any
 * server has to do.
 */
export const listPart: Part = {
  name: 'list',
  title: `Pages of a list of ${ROWS.toLocaleString('en')} products`,
  run: () =>
    withFolder(async folder => {
      const file = join(folder, 'large.xlsx');
      await writeLargeTable(file, ROWS);
      return onEachDatabase(rig => figuresOf(rig, file));
    }),
};

const MILLION = 1_000_000;
/** Limit in ms for the 95th percentile at a million products, because users perceive less as immediate. */
const LIMIT_MS = 100;

export const millionPart: Part = {
  name: 'million',
  title: `Pages of a list of ${MILLION.toLocaleString('en')} products`,
  run: () =>
    onEachDatabase(async rig => {
      if (rig.kind === 'embedded') return [];
      return rig.withPlace(async place => {
        const database = await openFilled(place);
        await copyProducts(database, MILLION);
        const [brand = 0] = (await idsOf(database, 'brand')).values();
        await database.close();
        const server = await startServer({ ...place, env: filled });
        try {
          const client = await signIn(server);
          const figures: Figure[] = [];
          for (const [label, path] of millionRequests(brand)) {
            const times = await repeated(() => client.get(encodeURI(path)));
            figures.push({
              label: `${rig.title}: ${label}, p95`,
              ours: quantile(times, 0.95),
              unit: 'ms',
              atMost: LIMIT_MS,
            });
          }
          return figures;
        } finally {
          await server.stop();
        }
      });
    }),
};

/**
 * Requests to a list of a million products: the first things users do, each kind of filter, and searches with and
 * without results.
 */
const millionRequests = (brand: number): readonly [label: string, path: string][] => [
  ['first page by name', '/products?per_page=25&sort=name'],
  ['first page by price, dearest first', '/products?per_page=25&sort=price&order=desc'],
  ['drafts by name', '/products?per_page=25&status=draft&sort=name'],
  ['one brand by name', `/products?per_page=25&brand_id=${brand}&sort=name`],
  ['weight from 1 to 1.1 by name', '/products?per_page=25&weight_from=1&weight_to=1.1&sort=name'],
  ['without a picture', '/products?per_page=25&picture_empty=true&sort=name'],
  ['without a description', '/products?per_page=25&description_empty=true&sort=name'],
  [
    'changed in the last hour',
    `/products?per_page=25&updated_at_from=${new Date(Date.now() - 3_600_000).toISOString()}&sort=name`,
  ],
  ['search «латте на овсяном»', '/products?per_page=25&search=латте на овсяном'],
  ['search «овсяном  латте», in another order', '/products?per_page=25&search=овсяном  латте'],
  ['search «латет на овсяном», with a typo', '/products?per_page=25&search=латет на овсяном'],
  ['search by a part of a barcode', '/products?per_page=25&search=0012034'],
  ['search for what is not there', '/products?per_page=25&search=нет такого товара'],
  ['header: «латте»', '/search?query=латте'],
  ['header: «молоко»', '/search?query=молоко'],
  ['header: «овсяном», at the beginning of no name', '/search?query=овсяном'],
  ['header: «молако», with a typo', '/search?query=молако'],
  ['header: a whole barcode', '/search?query=20000010001'],
];

/** Copies get new codes, because codes have to be unique, and no pictures. */
export const copyProducts = async ({ db }: OpenDatabase, count: number): Promise<void> => {
  await db.execute(sql`
    insert into products (name, sku, barcode, status, brand_id, unit_id, weight, price, by_weight, on_sale_from, description, updated_at)
    select p.name || ', партия ' || n, 'L-' || n || '-' || p.id, '2' || lpad((n * 10000 + p.id)::text, 10, '0'), p.status, p.brand_id, p.unit_id,
      p.weight, p.price, p.by_weight, p.on_sale_from, p.description, now() - interval '1 day' * n
    from generate_series(1, ${count} / (select count(*) from products)::integer) n cross join products p`);
  await db.execute(sql`vacuum analyze products`);
};

interface PageRequest {
  label: string;
  path: string;
  where?: SQL;
  order: string;
  offset?: number;
  limit?: number;
}

const pages: readonly PageRequest[] = [
  { label: 'first page by name', path: 'page=1&per_page=25&sort=name', order: 'name nulls first, id' },
  {
    label: 'first page by price, dearest first',
    path: 'page=1&per_page=25&sort=price&order=desc',
    order: 'price desc nulls last, id desc',
  },
  {
    label: 'page 1,000 by name',
    path: 'page=1000&per_page=25&sort=name',
    order: 'name nulls first, id',
    offset: 24_975,
  },
  {
    label: 'search «латте на овсяном»',
    path: 'per_page=25&search=латте на овсяном',
    where: sql`search like '%латте на овсяном%'`,
    order: 'name nulls first, id',
  },
  {
    label: 'drafts by price',
    path: 'per_page=25&status=draft&sort=price',
    where: sql`status = 'draft'`,
    order: 'price nulls first, id',
  },
  { label: '1,000 rows at once', path: 'per_page=1000&sort=name', order: 'name nulls first, id', limit: 1000 },
];

/** The minimum SQL for a page: the caller with their permissions, the rows with their links, the total. */
const bareSqlFor = ({ where = sql`true`, order, offset = 0, limit = 25 }: PageRequest): readonly SQL[] => [
  sql`select id, array(select slug from user_rights where user_id = users.id) as slugs from users where email = 'admin@demo.local'`,
  bareRows(sql`(select * from products where ${where} order by ${sql.raw(order)} limit ${limit} offset ${offset})`),
  sql`select count(*) from products where ${where}`,
];

/** @param page the products, as a table expression */
export const bareRows = (page: SQL): SQL =>
  sql`select id, created_at, updated_at, version, name, sku, barcode, status, brand_id, unit_id, weight, price, by_weight,
      on_sale_from, description, attributes, picture,
      (select json_build_object('id', id, 'name', first_name || ' ' || last_name) from users where id = page.updated_by) as updated_by,
      array(select model_id from product_models where product_id = page.id order by 1) as model_ids,
      array(select category_id from product_categories where product_id = page.id order by 1) as categories,
      to_json(array(select pair from (
        select project_id, amount, currency from product_prices where product_id = page.id order by 1) pair)) as prices
    from ${page} page`;

/** Gives every product models, categories, prices and an author. */
export const link = async ({ db }: OpenDatabase): Promise<void> => {
  const everyFew = (others: string, times: SQL) => sql`
    select products.id, other.id
    from products join (select id, row_number() over (order by id) - 1 as place, count(*) over () as total from ${sql.raw(others)}) other
      on other.place in (${times}) on conflict do nothing`;
  await db.execute(
    sql`insert into product_models (product_id, model_id) ${everyFew('models', sql`products.id % total`)}`,
  );
  await db.execute(
    sql`insert into product_categories (product_id, category_id) ${everyFew('categories', sql`products.id % total, products.id * 7 % total`)}`,
  );
  await db.execute(sql`insert into product_prices (product_id, project_id, amount)
    select products.id, projects.id, 100 + products.id % 900 from products cross join projects on conflict do nothing`);
  await db.execute(sql`update products set updated_by = (select min(id) from users)`);
  await db.execute(sql`vacuum analyze`);
};

const figuresOf = (rig: Rig, file: string): Promise<Figure[]> =>
  rig.withPlace(async place => {
    const database = await openFilled(place);
    await copyFile(database, file, await idsOf(database, 'brand'), await idsOf(database, 'unit'));
    await link(database);
    const bare = await bareSqlTimes(database);
    await database.close();
    const server = await startServer({ ...place, env: filled });
    try {
      const client = await signIn(server);
      const figures: Figure[] = [];
      for (const [index, { label, path }] of pages.entries()) {
        const times = await repeated(() => client.get(`/products?${encodeURI(path)}`));
        const against = { label: 'bare SQL', value: median(bare[index] ?? []) };
        figures.push(
          { label: `${rig.title}: ${label}`, ours: median(times), against, unit: 'ms', atMost: 2 },
          { label: `${rig.title}: the same, p99`, ours: quantile(times, 0.99), unit: 'ms' },
        );
      }
      return figures;
    } finally {
      await server.stop();
    }
  });

/** The embedded database belongs to one process, so the bare queries run before the server starts. */
const bareSqlTimes = async ({ db }: OpenDatabase): Promise<number[][]> => {
  const times: number[][] = [];
  for (const asked of pages) {
    times.push(
      await repeated(async () => {
        for (const query of bareSqlFor(asked)) await queryRows(db, query);
      }),
    );
  }
  return times;
};

const repeated = async (work: () => Promise<unknown>): Promise<number[]> => {
  const times: number[] = [];
  for (let tried = -WARM_UP; tried < TRIES; tried += 1) {
    const [ms] = await measureTime(work);
    if (tried >= 0) times.push(ms);
  }
  return times;
};
