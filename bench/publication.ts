import { sql } from 'drizzle-orm';
import { filled, onEachDatabase, openFilled, type Rig } from './databases.ts';
import { type Figure, measureTime, type Part, quantile } from './figures.ts';
import { type Client, signIn, startServer } from './server.ts';

const ROWS = 10_000;

export const publicationPart: Part = {
  name: 'publication',
  title: `Saves during a publication of ${ROWS.toLocaleString('en')} products`,
  run: () => onEachDatabase(figuresOf),
};

const LIMIT_MS = 1000;

const figuresOf = (rig: Rig): Promise<Figure[]> =>
  rig.withPlace(async place => {
    const database = await openFilled(place);
    await database.db.execute(sql`insert into products (name, sku, barcode, status)
      select 'Товар замера ' || at, 'P-' || at, (4600000000000 + at)::text, 'active' from generate_series(1, ${ROWS}) at`);
    await database.db.execute(sql`insert into product_categories (product_id, category_id)
      select id, (select min(c.id) from categories c where c.platform = (select platform from projects where code = 'site'))
      from products where sku like 'P-%'`);
    await database.db.execute(sql`analyze`);
    await database.close();
    const server = await startServer({ ...place, env: filled });
    try {
      const client = await signIn(server);
      const { projects } = (await client.get('/synchronization')) as { projects: { id: number; code: string }[] };
      const project_ids = projects.filter(({ code }) => code === 'site').map(({ id }) => id);
      const { items } = (await client.get('/products?per_page=1')) as { items: { id: number }[] };
      const saved = items[0]?.id ?? 0;
      return [
        ...(await measureSaves(client, { project_ids, saved }, `${rig.title}: of everything`)),
        ...(await measureSaves(client, { project_ids, saved }, `${rig.title}: of one product`)),
      ];
    } finally {
      await server.stop();
    }
  });

interface Run {
  project_ids: number[];
  saved: number;
}

/**
 * Publishes, and meanwhile saves one product again and again, because each save may have to wait for the run's lock.
 */
const measureSaves = async (client: Client, { project_ids, saved }: Run, title: string): Promise<Figure[]> => {
  const waits: number[] = [];
  const [ms] = await measureTime(async () => {
    await client.post('/synchronization', { project_ids });
    for (let is = true; is; ) {
      const [wait] = await measureTime(() => client.put(`/products/${saved}`, { weight: waits.length + 1 }));
      waits.push(wait);
      is = ((await client.get('/synchronization')) as { running: unknown }).running !== null;
    }
  });
  return [
    { label: `${title}, longest save`, ours: Math.max(...waits), unit: 'ms', atMost: LIMIT_MS },
    { label: `${title}, median save`, ours: quantile(waits, 0.5), unit: 'ms' },
    { label: `${title}, the run`, ours: ms, unit: 'ms' },
  ];
};
