import { setMaxListeners } from 'node:events';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pLimit from 'p-limit';
import { rateLimits } from '#contract/limits.ts';
import { queryRows } from '#server/db/database.ts';
import { csvOf } from '#tests/support/tables.ts';
import { filled, onEachDatabase, openFilled, type Place, type Rig } from './databases.ts';
import { type Figure, type Part, quantile } from './figures.ts';
import { createPerson, createSamples, type Person, type Samples, type Saves } from './fleetPerson.ts';
import { importOnce } from './importing.ts';
import { copyProducts } from './list.ts';
import { type Client, type Server, signIn, startServer } from './server.ts';

const PRODUCTS = 1_000_000;
const PROCESSES = 4;
/** How many people work at once. */
const STEPS = [50, 100, 200, 350, 500] as const;
const STEP_MS = 40_000;
/** People who come do not all sign in at the same moment. */
const SIGN_INS_AT_ONCE = 4;
const IMPORTED_ROWS = 10_000;
/** What people still take for immediate, at the 95th percentile, in ms. */
const LIST_MS = 500;
const SAVE_MS = 1000;

/**
 * `npm run bench -- fleet`: people work on a million products at four processes on one PostgreSQL, in rising steps,
 * while two tables are imported and everything is published. The load runs on the same processors as the servers.
 */
export const fleetPart: Part = {
  name: 'fleet',
  title: `${STEPS.at(-1)} people at ${PROCESSES} processes, ${PRODUCTS.toLocaleString('en')} products`,
  isOnlyByName: true,
  run: () =>
    onEachDatabase(rig =>
      rig.kind === 'embedded' ? Promise.resolve([]) : rig.withPlace(place => figuresOf(rig, place)),
    ),
};

const figuresOf = async ({ title }: Rig, place: Place): Promise<Figure[]> => {
  const bytes = await fill(place);
  const servers: Server[] = [];
  const people: Person[] = [];
  const saves: Saves = new Map();
  try {
    for (let at = 0; at < PROCESSES; at += 1)
      servers.push(
        await startServer({
          ...place,
          // Limited as usual, because the servers exchange the calls that they count.
          env: { ...filled, PROXIES: '1', CALLS_PER_SECOND: String(rateLimits.perSecond) },
        }),
      );
    const [first] = servers;
    if (!first) return [];
    const figures: Figure[] = [{ label: `${title}: the database before the work`, ours: bytes / 1e6, unit: 'MB' }];
    for (const [index, count] of STEPS.entries()) {
      await addPeople(people, count, servers, saves);
      const before = readUse(servers);
      // Anew in each step, since all of them take longer than a token is valid.
      const samples = await measureStep(people, async () => runJobs(await signIn(first), index));
      const step = [
        ...toFigures(`${title}, ${count} people`, samples),
        ...toUseFigures(`${title}, ${count} people`, before, readUse(servers)),
      ];
      figures.push(...step);
      // Printed at once, since the next step may be too much for the machine.
      for (const { label, ours, unit } of step) console.log(`${label}: ${ours.toFixed(1)} ${unit}`);
      console.log(samples.errors.slice(0, 3));
    }
    const memory = Math.max(...servers.map(server => server.peakMemory()));
    return [...figures, { label: `${title}: peak memory of a server`, ours: memory, unit: 'MB' }];
  } finally {
    for (const person of people) person.leave();
    await Promise.all(servers.map(server => server.stop()));
  }
};

/** @returns the size of the database, in bytes */
const fill = async (place: Place): Promise<number> => {
  const database = await openFilled(place);
  await copyProducts(database, PRODUCTS);
  const [size] = await queryRows<{ bytes: string }>(
    database.db,
    sql`select pg_database_size(current_database()) as bytes`,
  );
  await database.db.execute(sql`
    insert into users (email, password, role, first_name, last_name)
    select 'person' || at || '@demo.local', password, role, first_name, last_name || at
    from users, generate_series(1, ${STEPS.at(-1) ?? 0}::integer) at where email = 'content_manager@demo.local'`);
  await database.close();
  return Number(size?.bytes);
};

/** New products each time, then the same with other names. */
const writeTables = (step: number): readonly Uint8Array[] =>
  ['Новый товар', 'Товар'].map(name => {
    const rows = Array.from({ length: IMPORTED_ROWS }, (_, row) => [`FLEET-${step}-${row}`, `${name} ${step}, ${row}`]);
    return new TextEncoder().encode(csvOf([['Артикул', 'Название'], ...rows]));
  });

const addPeople = async (people: Person[], count: number, servers: readonly Server[], saves: Saves): Promise<void> => {
  const limit = pLimit(SIGN_INS_AT_ONCE);
  const numbers = Array.from({ length: count - people.length }, (_, index) => people.length + index + 1);
  const added = numbers.map(number =>
    limit(() =>
      createPerson({
        origin: servers[number % servers.length]?.origin ?? '',
        email: `person${number}@demo.local`,
        address: `10.0.${Math.floor(number / 250)}.${1 + (number % 250)}`,
        products: PRODUCTS,
        saves,
      }),
    ),
  );
  people.push(...(await Promise.all(added)));
};

/** The runs that go on beside people's work. */
const runJobs = async (manager: Client, step: number): Promise<void> => {
  const { projects } = await waitForPublication(manager);
  await manager.post('/synchronization', { project_ids: projects.map(({ id }) => id) });
  for (const [index, table] of writeTables(step).entries())
    await importOnce(manager, `fleet-${step}-${index}.csv`, table);
};

/** That of the step before may take longer than the step. */
const waitForPublication = async (manager: Client) => {
  for (;;) {
    const state = (await manager.get('/synchronization')) as { projects: { id: number }[]; running: unknown };
    if (!state.running) return state;
    await sleep(1000);
  }
};

const measureStep = async (people: readonly Person[], runs: () => Promise<void>): Promise<Samples> => {
  const samples = createSamples();
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  // One window at each process is enough.
  for (const person of people.slice(0, PROCESSES)) person.observe(samples);
  const jobs = runs().catch((error: unknown) => void samples.errors.push(`a run: ${String(error)}`));
  const work = people.map(person => person.work(samples, stopping.signal));
  await sleep(STEP_MS);
  stopping.abort();
  await Promise.all([...work, jobs]);
  return samples;
};

interface Use {
  at: number;
  machine: number;
  servers: number;
  load: number;
}

/** Processor time so far, in ms: of the whole machine, of the servers and of the load itself. */
const readUse = (servers: readonly Server[]): Use => {
  const { user, system } = process.cpuUsage();
  return {
    at: performance.now(),
    machine: cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0),
    servers: servers.reduce((sum, server) => sum + server.processorTime(), 0),
    load: (user + system) / 1000,
  };
};

/** Shares of all cores. What is left of the machine's is mostly PostgreSQL's. */
const toUseFigures = (label: string, before: Use, after: Use): Figure[] => {
  const available = (after.at - before.at) * cpus().length;
  const share = (name: 'machine' | 'servers' | 'load') => (100 * (after[name] - before[name])) / available;
  return [
    { label: `${label}: cores busy`, ours: share('machine'), unit: '%' },
    { label: `${label}: of which the servers`, ours: share('servers'), unit: '%' },
    { label: `${label}: of which the load itself`, ours: share('load'), unit: '%' },
  ];
};

const toFigures = (label: string, { list, record, search, save, arrival, errors }: Samples): Figure[] => [
  { label: `${label}: a list, p95`, ours: quantile(list, 0.95), unit: 'ms', atMost: LIST_MS },
  { label: `${label}: a product, p95`, ours: quantile(record, 0.95), unit: 'ms', atMost: LIST_MS },
  { label: `${label}: the header's search, p95`, ours: quantile(search, 0.95), unit: 'ms', atMost: LIST_MS },
  { label: `${label}: opening and saving a product, p95`, ours: quantile(save, 0.95), unit: 'ms', atMost: SAVE_MS },
  {
    label: `${label}: to a window at another process, p95`,
    ours: quantile(arrival, 0.95),
    unit: 'ms',
    atMost: SAVE_MS,
  },
  {
    label: `${label}: answers a second`,
    ours: (list.length + record.length + search.length + 2 * save.length) / (STEP_MS / 1000),
    unit: 'answers',
  },
  { label: `${label}: errors`, ours: errors.length, unit: 'faults', atMost: 0 },
];
