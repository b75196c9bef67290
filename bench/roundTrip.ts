import { gunzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import type { OpenDatabase } from '#server/db/database.ts';
import { filled, onEachDatabase, openFilled, type Rig } from './databases.ts';
import { type Figure, measureTime, median, type Part } from './figures.ts';
import { importOnce } from './importing.ts';
import { copyProducts, link } from './list.ts';
import { type Client, signIn, startServer } from './server.ts';

/** With the demonstration products, just below the most rows that an import on the embedded database accepts. */
const COPIES = 97_500;

/**
 * `npm run bench -- round-trip`: exports almost 100,000 products with all of their columns and imports the file unchanged.
 * Fails unless every row is unchanged.
 */
export const roundTripPart: Part = {
  name: 'round-trip',
  title: 'Import of an own export of almost 100,000 products',
  isOnlyByName: true,
  run: ({ runs }) => onEachDatabase(rig => figuresOf(rig, runs)),
};

const figuresOf = ({ title, withPlace }: Rig, runs: number): Promise<Figure[]> =>
  withPlace(async place => {
    const database = await openFilled(place);
    await copyProducts(database, COPIES);
    await giveValidBarcodes(database);
    await link(database);
    const count = await database.db.$count(sql`products`);
    await database.close();
    const server = await startServer({ ...place, env: filled });
    try {
      const client = await signIn(server);
      const figures: Figure[] = [];
      for (const format of ['csv', 'xlsx'])
        figures.push(...(await measureFormat(client, { format, count, runs, title })));
      return [...figures, { label: `${title}: peak memory of the server`, ours: server.peakMemory(), unit: 'MB' }];
    } finally {
      await server.stop();
    }
  });

interface FormatOptions {
  format: string;
  count: number;
  runs: number;
  title: string;
}

const measureFormat = async (client: Client, { format, count, runs, title }: FormatOptions): Promise<Figure[]> => {
  const { bytes, isCompressed } = await client.download(`/products/export?format=${format}`);
  const file = isCompressed ? gunzipSync(bytes) : bytes;
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const [ms, counts] = await measureTime(() => importOnce(client, `products.${format}`, file));
    if (counts.unchanged !== count)
      throw new Error(`${title}, .${format}: ${JSON.stringify(counts)} instead of ${count} unchanged rows`);
    times.push(ms);
  }
  return [
    { label: `${title}: ${count} rows as .${format}, all unchanged`, ours: median(times), unit: 'ms' },
    { label: `${title}: size of the .${format}`, ours: file.length / 1e6, unit: 'MB' },
  ];
};

/** The copies share the barcodes of no other list, but their check digits are missing (GS1 General Specifications, 7.9). */
const giveValidBarcodes = async ({ db }: OpenDatabase): Promise<void> => {
  await db.execute(sql`
    update products set barcode = digits || (10 - total % 10) % 10
    from (
      select id, digits, (
        select sum(substr(digits, place, 1)::integer * case when place % 2 = 0 then 3 else 1 end)::integer
        from generate_series(1, 12) place
      ) as total
      from (select id, '20' || lpad(id::text, 10, '0') as digits from products) numbered
    ) coded where coded.id = products.id`);
};
