import { sql } from 'drizzle-orm';
import pg from 'pg';
import { addExemption, filled, onEachDatabase, openFilled, type Place, type Rig } from './databases.ts';
import { type Figure, measureTime, median, type Part } from './figures.ts';
import { copyProducts } from './list.ts';
import { type Client, signIn, startServer } from './server.ts';

const ROWS = 100_000;
const AT_ONCE = 16;
const WRITES = 800;

/**
 * `npm run bench -- writes`: creates and changes records among 100,000 products, 16 at a time, by one user and by 16
 * users. The reference is as many bare inserts and updates of the same columns over as many connections, without a
 * history.
 */
export const writesPart: Part = {
  name: 'writes',
  title: `Single writes among ${ROWS.toLocaleString('en')} products, ${AT_ONCE} at once`,
  run: ({ runs }) =>
    onEachDatabase(async rig => {
      if (rig.kind === 'embedded') return [];
      return rig.withPlace(place => figuresOf(rig, place, runs));
    }),
};

type Kind = 'create' | 'change';
type Write = (at: number) => Promise<unknown>;
interface Way {
  write: Write;
  connections?: number;
  around?: (write: () => Promise<void>) => Promise<void>;
}

const atMost = { create: 5, change: 4 } as const;

const figuresOf = async ({ title }: Rig, place: Place, runs: number): Promise<Figure[]> => {
  await fill(place);
  const server = await startServer({ ...place, env: filled });
  const pool = new pg.Pool({ connectionString: addExemption(place.databaseUrl ?? ''), max: AT_ONCE });
  try {
    const first = await signIn(server);
    const people = [first];
    for (let at = 1; at < AT_ONCE; at += 1) people.push(await signIn(server, `admin${at}@demo.local`));
    const bare: Record<Kind, Write> = { create: insertBare(pool), change: updateBare(pool) };
    const waysOf = (kind: Kind): Record<string, Way> => {
      const byAll: Write = at => writers[kind](people[at % AT_ONCE] ?? first, at);
      const one: Write = at => writers[kind](first, at);
      const around = (write: () => Promise<void>) => withoutHistory(pool, write);
      return {
        'by one person': { write: one },
        'by 16 people': { write: byAll },
        bare: { write: bare[kind] },
        'unrecorded, by 16 people': { write: byAll, around },
        'over one connection': { write: one, connections: 1 },
        'unrecorded, over one connection': { write: one, connections: 1, around },
      };
    };
    const figures: Figure[] = [];
    for (const kind of ['create', 'change'] as const) {
      const times = await measure(waysOf(kind), runs);
      const against = { label: kind === 'create' ? 'bare insert' : 'bare update', value: times('bare') };
      for (const who of ['by one person', 'by 16 people'])
        figures.push({
          label: `${title}: a ${kind} ${who}`,
          ours: times(who),
          against,
          unit: 'ms',
        });
      for (const who of ['by 16 people', 'over one connection'])
        figures.push({
          label: `${title}: a ${kind} ${who} with its batch`,
          ours: times(who),
          against: { label: 'without', value: times(`unrecorded, ${who}`) },
          unit: 'ms',
          atMost: 1.3,
        });
      const perSecond = 1000 / atMost[kind];
      figures.push({
        label: `${title}: ${perSecond} ${kind}s a second by 16 people`,
        ours: times('by 16 people'),
        unit: 'ms',
        atMost: atMost[kind],
      });
    }
    return figures;
  } finally {
    await pool.end();
    await server.stop();
  }
};

const fill = async (place: Place): Promise<void> => {
  const database = await openFilled(place);
  await copyProducts(database, ROWS);
  await database.db.execute(sql`
    insert into users (email, password, role, first_name, last_name)
    select 'admin' || at || '@demo.local', password, role, first_name, last_name || at
    from users, generate_series(1, ${AT_ONCE - 1}::integer) at where email = 'admin@demo.local'`);
  await database.close();
};

let next = 0;
const unchanged: NonNullable<Way['around']> = write => write();

const measure = async (ways: Readonly<Record<string, Way>>, runs: number): Promise<(name: string) => number> => {
  const times = new Map<string, number[]>();
  // From 0, because the first round only warms the caches and is not counted.
  for (let run = 0; run <= runs; run += 1)
    for (const [name, { write, connections = AT_ONCE, around = unchanged }] of Object.entries(ways))
      await around(async () => {
        const [ms] = await measureTime(() => atOnce(write, connections));
        if (run > 0) times.set(name, [...(times.get(name) ?? []), ms / WRITES]);
      });
  return name => median(times.get(name) ?? []);
};

const atOnce = async (write: Write, connections: number): Promise<void> => {
  const last = next + WRITES;
  const work = async () => {
    while (next < last) {
      next += 1;
      await write(next);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
};

/** Turns off the triggers that record the changes of products. */
const withoutHistory = async (pool: pg.Pool, write: () => Promise<void>): Promise<void> => {
  const { rows } = await pool.query<{ name: string }>(
    "select tgname as name from pg_trigger where tgrelid = 'products'::regclass and tgname like 'history\\_%'",
  );
  const turn = (state: 'disable' | 'enable') =>
    pool.query(rows.map(({ name }) => `alter table products ${state} trigger "${name}"`).join(';'));
  await turn('disable');
  try {
    await write();
  } finally {
    await turn('enable');
  }
};

const writers: Record<Kind, (client: Client, at: number) => Promise<unknown>> = {
  create: (client, at) =>
    client.post('/products', { name: `Товар ${at}`, sku: `W-${at}`, status: 'active', weight: 1.5, price: 100 }),
  change: (client, at) => client.put(`/products/${changedId(at)}`, { price: 1000 + at }),
};

/** A different record each time, so that no write waits for another. */
const changedId = (at: number): number => 1 + ((at * 7) % ROWS);

const insertBare =
  (pool: pg.Pool): Write =>
  at =>
    pool.query({
      name: 'insert',
      text: 'insert into products (name, sku, status, weight, price) values ($1, $2, $3, $4, $5) returning *',
      values: [`Товар ${at}`, `B-${at}`, 'active', 1.5, 100],
    });

const updateBare =
  (pool: pg.Pool): Write =>
  at =>
    pool.query({
      name: 'update',
      text: 'update products set price = $2, version = version + 1, updated_at = now() where id = $1 returning *',
      values: [changedId(at), 1000 + at],
    });
