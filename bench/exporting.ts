import { sql } from 'drizzle-orm';
import type { OpenDatabase } from '#server/db/database.ts';
import { filled, onEachDatabase, openFilled, type Rig } from './databases.ts';
import { type Figure, measureTime, median, type Part } from './figures.ts';
import { bareRows, copyProducts, link } from './list.ts';
import { signIn, startServer } from './server.ts';

const ROWS = 100_000;
const BATCH = 500;

/**
 * `npm run bench -- export`: downloads 100,000 products as a table. The reference is reading the same rows by bare SQL,
 * as many at a time.
 */
export const exportPart: Part = {
  name: 'export',
  title: `Export of ${ROWS.toLocaleString('en')} products`,
  run: ({ runs }) => onEachDatabase(rig => figuresOf(rig, runs)),
};

const figuresOf = ({ title, withPlace }: Rig, runs: number): Promise<Figure[]> =>
  withPlace(async place => {
    const database = await openFilled(place);
    await copyProducts(database, ROWS);
    await link(database);
    const [bare] = await measureTime(() => readBare(database));
    await database.close();
    const server = await startServer({ ...place, env: filled });
    try {
      const client = await signIn(server);
      const figures: Figure[] = [];
      for (const format of ['csv', 'xlsx']) {
        const times: number[] = [];
        const before = server.processorTime();
        for (let run = 0; run < runs; run += 1)
          times.push((await measureTime(() => client.download(`/products/export?format=${format}`)))[0]);
        const processor = (server.processorTime() - before) / runs;
        figures.push(
          {
            label: `${title}: as .${format}`,
            ours: median(times),
            against: { label: 'bare SQL', value: bare },
            unit: 'ms',
          },
          { label: `${title}: processor time of the server for it`, ours: processor, unit: 'ms' },
        );
      }
      return figures;
    } finally {
      await server.stop();
    }
  });

const readBare = async ({ db }: OpenDatabase): Promise<void> => {
  for (let from = 0; from < ROWS; from += BATCH)
    await db.execute(bareRows(sql`(select * from products where id > ${from} and id <= ${from + BATCH})`));
};
