import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { sharedWords } from '#i18n/ru/words.ts';
import type { OpenDatabase } from '#server/db/database.ts';
import { referenceValues } from '#server/db/schema.ts';
import { countKnown } from '#server/table/columns.ts';
import { openTable } from '#server/table/openTable.ts';
import type { Cell } from '#server/table/row.ts';
import { copyRows, onEachDatabase, openFilled, type Place, type Rig } from './databases.ts';
import { type Figure, measureTime, median, type Part, quantile } from './figures.ts';
import { writeLargeTable } from './largeTable.ts';
import { type Client, signIn, startServer, withFolder } from './server.ts';

const ROWS = 100_000;

/**
 * Imports 100,000 new products from an .xlsx into the running server, under load from other calls. The reference is
 * reading the same file with the same reader and a bare COPY of its rows into the same table, since no import can be
 * faster than that.
 */
export const importPart: Part = {
  name: 'import',
  title: `Import of ${ROWS.toLocaleString('en')} rows`,
  run: ({ runs }) =>
    withFolder(async folder => {
      const file = join(folder, 'large.xlsx');
      await writeLargeTable(file, ROWS);
      return onEachDatabase(rig => figuresOf(rig, file, runs));
    }),
};

interface TimeSpent {
  ms: number;
  processor: number;
}
interface Run extends TimeSpent {
  againMs: number;
  calls: number[];
  peakMB: number;
  delay: LoopDelay;
}

const figuresOf = async (rig: Rig, file: string, runs: number): Promise<Figure[]> => {
  const bare: TimeSpent[] = [];
  const ours: Run[] = [];
  const measureBare = async () => bare.push(await rig.withPlace(place => readAndCopy(place, file)));
  const measureOurs = async () => ours.push(await rig.withPlace(place => importThrough(place, file)));
  for (let run = 0; run < runs; run += 1) {
    const turns = run % 2 ? [measureOurs, measureBare] : [measureBare, measureOurs];
    for (const turn of turns) await turn();
  }
  const of = (label: string) => `${rig.title}: ${label}`;
  const calls = ours.flatMap(run => run.calls);
  const against = { label: 'reading and COPY', value: median(bare.map(({ ms }) => ms)) };
  const againstProcessor = { ...against, value: median(bare.map(({ processor }) => processor)) };
  // Covers only the server, because PostgreSQL works in processes of its own.
  const processor: Figure = {
    label: of('processor time of the same'),
    ours: median(ours.map(run => run.processor)),
    against: againstProcessor,
    unit: 'ms',
    atMost: 3,
  };
  const upload = median(ours.map(({ ms }) => ms));
  return [
    { label: of('upload to finished'), ours: upload, against, unit: 'ms', atMost: 3 },
    {
      label: of('rows a second of the same'),
      ours: ROWS / (upload / 1000),
      against: { ...against, value: ROWS / (against.value / 1000) },
      unit: 'rows/s',
    },
    ...(rig.kind === 'embedded' ? [processor] : []),
    {
      label: of('the same file again, nothing new'),
      ours: median(ours.map(({ againMs }) => againMs)),
      against,
      unit: 'ms',
    },
    {
      label: of(`other calls meanwhile, p99 of ${calls.length}`),
      ours: quantile(calls, 0.99),
      unit: 'ms',
      atMost: 300,
    },
    { label: of('other calls meanwhile, median'), ours: median(calls), unit: 'ms' },
    { label: of('other calls meanwhile, slowest'), ours: Math.max(...calls), unit: 'ms' },
    {
      label: of('delay of the event loop meanwhile, p99'),
      ours: median(ours.map(run => run.delay.p99)),
      unit: 'ms',
    },
    {
      label: of('delay of the event loop meanwhile, longest'),
      ours: Math.max(...ours.map(run => run.delay.highest)),
      unit: 'ms',
    },
    { label: of('peak memory of the server'), ours: median(ours.map(({ peakMB }) => peakMB)), unit: 'MB' },
  ];
};

const readAndCopy = async (place: Place, file: string): Promise<TimeSpent> => {
  const database = await openFilled(place);
  const [brands, units] = [await idsOf(database, 'brand'), await idsOf(database, 'unit')];
  const before = process.cpuUsage();
  const [ms] = await measureTime(() => copyFile(database, file, brands, units));
  const { user, system } = process.cpuUsage(before);
  await database.close();
  return { ms, processor: (user + system) / 1000 };
};

/**
 * Reads the large table and copies its rows; apart from looking up references it checks nothing, to show the least that
 * an import has to do.
 */
export const copyFile = async (
  database: OpenDatabase,
  file: string,
  brands: Map<string, number>,
  units: Map<string, number>,
): Promise<void> => {
  const table = await openTable(file, countKnown);
  const lines: string[] = [];
  for await (const group of table.rows())
    for (const { row, cells } of group) {
      if (row === 1) continue;
      const [barcode, name, brand, unit, weight, price, sku, status] = cells;
      const values = [barcode, name, brands.get(String(brand)), units.get(String(unit)), weight, price, sku];
      lines.push([...values.map(toCopyText), statusOf.get(String(status))].join('\t'));
    }
  table.close();
  const into = 'products (barcode, name, brand_id, unit_id, weight, price, sku, status)';
  await copyRows(database, into, lines.join('\n'));
};

const toCopyText = (value: Cell | undefined): string => (value === null || value === undefined ? '\\N' : String(value));
const statusOf = new Map(Object.entries(sharedWords).map(([status, label]) => [label as string, status]));

export const idsOf = async ({ db }: OpenDatabase, name: 'brand' | 'unit'): Promise<Map<string, number>> => {
  const rows = await db.select().from(referenceValues).where(eq(referenceValues.reference, name));
  return new Map(rows.map(row => [String(row.extra['symbol'] ?? row.name), row.id]));
};

const importThrough = async (place: Place, file: string): Promise<Run> => {
  const delays = join(place.dataDir, 'loop-delay.json');
  const command = [process.execPath, '--import', watcher, 'dist/server/main.js'] as const;
  const server = await startServer({ ...place, command, env: { LOOP_DELAY_FILE: delays } });
  try {
    const client = await signIn(server);
    const bytes = await readFile(file);
    server.forgetPeak();
    await readDelay(delays);
    const others = [startLoad(client), startLoad(client)];
    const before = server.processorTime();
    const [ms, counts] = await measureTime(() => importOnce(client, 'large.xlsx', bytes));
    if (counts.new !== ROWS) throw new Error(`imported ${JSON.stringify(counts)} instead of ${ROWS} new rows`);
    const processor = server.processorTime() - before;
    const calls = (await Promise.all(others.map(stop => stop()))).flat();
    const peakMB = server.peakMemory();
    const delay = await readDelay(delays);
    const [againMs, again] = await measureTime(() => importOnce(client, 'large.xlsx', bytes));
    if (again.unchanged !== ROWS) throw new Error(`the second time gave ${JSON.stringify(again)}`);
    return { ms, processor, againMs, calls, peakMB, delay };
  } finally {
    await server.stop();
  }
};

interface LoopDelay {
  p99: number;
  highest: number;
}

const watcher = join(import.meta.dirname, 'loopDelay.mjs');

/** What the measured server has recorded since the last call. Removing the file makes the server write a new one. */
const readDelay = async (path: string): Promise<LoopDelay> => {
  await rm(path, { force: true });
  for (;;) {
    const text = await readFile(path, 'utf8').catch(() => '');
    if (text) return JSON.parse(text) as LoopDelay;
    await sleep(50);
  }
};

interface Progress {
  id: number;
  status: string;
  counts: Record<'new' | 'changed' | 'unchanged' | 'faulty', number>;
}

export const importOnce = async (client: Client, name: string, bytes: Uint8Array): Promise<Progress['counts']> => {
  const { status, result, message } = await client.upload(name, bytes);
  if (status !== 200) throw new Error(`the upload was answered with ${status} ${message}`);
  const { id } = result as Progress;
  for (;;) {
    const run = (await client.get(`/products/import/nomenclature/runs/${id}?limit=1`)) as Progress;
    if (run.status === 'finished') return run.counts;
    if (run.status !== 'processing' && run.status !== 'post_processing') throw new Error(`the import is ${run.status}`);
    await sleep(50);
  }
};

/**
 * Load from other users, because an import must not slow them down: list pages in several orders, searches, single
 * products.
 */
const loadPaths = [
  '/products?page=1&per_page=25&sort=name',
  '/products?page=2&per_page=25&sort=updated_at&order=desc',
  '/products?page=1&per_page=25&search=латте',
  '/products/7',
  '/profile',
  '/products?page=1&per_page=25&status=draft&sort=price',
];

/**
 * Sends requests until stopped, one after another as a user does.
 * @returns stops, and gives the duration of each answer in ms
 */
export const startLoad = (client: Client): (() => Promise<number[]>) => {
  const stopping = new AbortController();
  const work = sendUntil(stopping.signal, client);
  return () => {
    stopping.abort();
    return work;
  };
};

const sendUntil = async (stopped: AbortSignal, client: Client): Promise<number[]> => {
  const times: number[] = [];
  for (let call = 0; !stopped.aborted; call += 1) {
    const [ms] = await measureTime(() => client.get(loadPaths[call % loadPaths.length] ?? ''));
    times.push(ms);
    await sleep(20);
  }
  return times;
};
