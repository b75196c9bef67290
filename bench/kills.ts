import { setTimeout as sleep } from 'node:timers/promises';
import { csvOf } from '#tests/support/tables.ts';
import { onEachDatabase, type Place, type Rig } from './databases.ts';
import { type Figure, median, type Part } from './figures.ts';
import {
  beginSending,
  type Cafe,
  checkSending,
  openCafe,
  type RunningSending,
  waitForProgress,
} from './killedSending.ts';
import { type Client, type Server, signIn, startServer } from './server.ts';
import { waitForRunEnd } from './waitForRunEnd.ts';

/** Rows per table, more than the server can write before it is killed. */
const ROWS = 9000;
const IMPORT = '/products/import/nomenclature';

interface Run {
  id: number;
  status: string;
  counts: { new: number };
}

/**
 * `npm run bench -- kills --runs=50`: kills the server at random moments of an import and a sending, that many times on
 * each database, and restarts it on the same data. Fails at the first row lost or written twice, lost acknowledgement,
 * file sent twice or run still in progress. The figures are restart times.
 */
export const killsPart: Part = {
  name: 'kills',
  title: 'Imports and sendings that are killed',
  run: ({ runs }) => onEachDatabase(rig => rig.withPlace(place => measureKills(rig, place, runs))),
};

const measureKills = async (rig: Rig, place: Place, kills: number): Promise<Figure[]> => {
  const restarts: number[] = [];
  const settled: number[] = [];
  const kept: number[] = [];
  const delivered: number[] = [];
  const cafe = await openCafe();
  const start = () => startServer({ ...place, env: { CAFES_NETWORKS: '127.0.0.0/8' } });
  let server = await start();
  try {
    for (let kill = 1; kill <= kills; kill += 1) {
      const { id, acknowledged, sending } = await killMidway(server, cafe, kill);
      server = await start();
      restarts.push(server.startedIn);
      const client = await signIn(server);
      const [ms, run] = await waitForRunEnd<Run>(client, id);
      settled.push(ms);
      kept.push(await checkRun(client, { run, kill, acknowledged }));
      delivered.push(await checkSending(client, cafe, sending, kill));
    }
  } finally {
    cafe.close();
    await server.stop();
  }
  const of = (label: string) => `${rig.title}, ${kills} kills: ${label}`;
  return [
    { label: of('from the restart to the first response'), ours: median(restarts), unit: 'ms' },
    {
      label: of('from there until the run has finished, at most'),
      ours: Math.max(...settled),
      unit: 'ms',
      atMost: 60_000,
    },
    { label: of('rows of a run, median'), ours: median(kept), unit: 'rows' },
    { label: of('files of a sending that were kept, median'), ours: median(delivered), unit: 'files' },
  ];
};

const skuOf = (kill: number, row: number): string => `KILL-${kill}-${row}`;

interface Interrupted {
  id: number;
  acknowledged: number;
  sending: RunningSending;
}

const killMidway = async (server: Server, cafe: Cafe, kill: number): Promise<Interrupted> => {
  const client = await signIn(server);
  const sending = await beginSending(client, cafe, kill);
  const goods = Array.from({ length: ROWS }, (_, row) => [skuOf(kill, row), `Товар ${kill}, ${row}`]);
  const table = new TextEncoder().encode(csvOf([['Артикул', 'Название'], ...goods]));
  const { status, result } = await client.upload('убитый.csv', table);
  if (status !== 200) throw new Error(`kill ${kill}: the start was answered with ${status}`);
  const diesAt = performance.now() + Math.random() * 1500;
  let acknowledged = 0;
  while (performance.now() < diesAt) {
    const run = (await client.get(IMPORT).catch(() => null)) as Run | null;
    if (!run) break;
    acknowledged = run.counts.new;
    await waitForProgress(client, sending);
    await sleep(20);
  }
  await server.kill();
  return { id: (result as Run).id, acknowledged, sending };
};

/**
 * @returns the number of rows a run has left behind
 * @throws when it differs from the run's counts or is below what was acknowledged
 */
const checkRun = async (
  client: Client,
  { run, kill, acknowledged }: { run: Run; kill: number; acknowledged: number },
): Promise<number> => {
  const query = `search=${skuOf(kill, 0).slice(0, -1)}&per_page=1`;
  const { total } = (await client.get(`/products?${query}`)) as { total: number };
  const which = `kill ${kill}, run ${run.id} (${run.status})`;
  if (total !== run.counts.new) throw new Error(`${which}: ${total} rows are there, ${run.counts.new} are counted`);
  if (total < acknowledged) throw new Error(`${which}: ${acknowledged} rows were acknowledged, ${total} are there`);
  if (run.status !== 'finished' || total !== ROWS) throw new Error(`${which}: ${total} of ${ROWS} rows`);
  return total;
};
