import { sql } from 'drizzle-orm';
import { type OpenDatabase, queryRows } from '#server/db/database.ts';
import { filled, onEachDatabase, openFilled, openUnrecorded, type Place, type Rig } from './databases.ts';
import { type Figure, measureTime, median, type Part, quantile } from './figures.ts';
import { startLoad } from './importing.ts';
import { copyProducts } from './list.ts';
import { type Client, signIn, startServer } from './server.ts';

const ROWS = 100_000;
const CALL = 10_000;
const sizes = [1000, 10_000, ROWS] as const;

/**
 * `npm run bench -- bulk`: changes the price of many products by bulk PUTs, while two other users request pages. The
 * reference is one bare update of the same rows.
 */
export const bulkPart: Part = {
  name: 'bulk',
  title: `Bulk changes of up to ${ROWS.toLocaleString('en')} products`,
  run: ({ runs }) => onEachDatabase(rig => rig.withPlace(place => figuresOf(rig, place, runs))),
};

type BySize = Record<(typeof sizes)[number], number[]>;

const figuresOf = async ({ title }: Rig, place: Place, runs: number): Promise<Figure[]> => {
  const ids = await fill(place);
  const calls: number[] = [];
  const ours: BySize = { 1000: [], 10_000: [], 100_000: [] };
  const bare: BySize = { 1000: [], 10_000: [], 100_000: [] };
  for (let run = 1; run <= runs; run += 1) {
    await withServer(place, async client => {
      const others = [startLoad(client), startLoad(client)];
      // Not counted, because the first call only warms up the caches.
      await change(client, ids.slice(-200), run);
      for (const size of sizes) {
        const [ms] = await measureTime(() => change(client, ids.slice(0, size), run * 1000 + Math.log10(size)));
        ours[size].push(ms / size);
      }
      calls.push(...(await Promise.all(others.map(stop => stop()))).flat());
    });
    // A separate server for each, because only one process can open the embedded database.
    const database = await openUnrecorded(place);
    for (const size of sizes) {
      const [ms] = await measureTime(() => changeBare(database, ids.slice(0, size), run));
      bare[size].push(ms / size);
    }
    await database.close();
  }
  const each = (size: (typeof sizes)[number]): Figure => ({
    label: `${title}: time for each of ${size.toLocaleString('en')} records`,
    ours: median(ours[size]),
    against: { label: 'bare update', value: median(bare[size]) },
    unit: 'ms',
  });
  return [
    ...sizes.map(each),
    {
      label: `${title}: time for each of ${ROWS.toLocaleString('en')} records`,
      ours: median(ours[ROWS]),
      against: { label: 'time for each of 1,000 records', value: median(ours[1000]) },
      unit: 'ms',
      atMost: 1.3,
    },
    {
      label: `${title}: other calls meanwhile, p99 of ${calls.length}`,
      ours: quantile(calls, 0.99),
      unit: 'ms',
      atMost: 300,
    },
    { label: `${title}: other calls meanwhile, slowest`, ours: Math.max(...calls), unit: 'ms' },
  ];
};

const fill = async (place: Place): Promise<number[]> => {
  const database = await openFilled(place);
  await copyProducts(database, ROWS);
  const rows = await queryRows<{ id: number }>(database.db, sql`select id from products order by id limit ${ROWS}`);
  await database.close();
  return rows.map(({ id }) => id);
};

const withServer = async (place: Place, work: (client: Client) => Promise<void>): Promise<void> => {
  const server = await startServer({ ...place, env: filled });
  try {
    await work(await signIn(server));
  } finally {
    await server.stop();
  }
};

const change = async (client: Client, ids: readonly number[], price: number): Promise<void> => {
  for (let from = 0; from < ids.length; from += CALL) {
    const part = ids.slice(from, from + CALL);
    const verdict = (await client.put('/products', { ids: part, data: { price } })) as { failed: unknown[] };
    if (verdict.failed.length > 0) throw new Error(`${verdict.failed.length} records failed`);
  }
};

const changeBare = ({ db }: OpenDatabase, ids: readonly number[], run: number): Promise<unknown> =>
  db.execute(
    sql`update products set price = coalesce(price, 0) + ${run}::integer, version = version + 1, updated_at = now()
      where id = any(${sql.param([...ids])}::integer[])`,
  );
