import { setTimeout as sleep } from 'node:timers/promises';
import { csvOf } from '#tests/support/tables.ts';
import { onEachDatabase, type Place, type Rig } from './databases.ts';
import { type Figure, measureTime, median, type Part } from './figures.ts';
import { type Cafe, openCafe, writeCafe } from './killedSending.ts';
import { type Client, signIn, startServer } from './server.ts';

const ROWS = 3000;
const IMPORT = '/products/import/nomenclature';
const SENDING = '/products/send-media-to-cafe';

interface Run {
  id: number;
  status: string;
  counts: { new: number; sent: number };
}

/**
 * `npm run bench -- twoServers --runs=20`: sends the same import and the same sending to two server processes on one
 * PostgreSQL at the same moment, that many times. Fails when a row or a file is written twice or missing.
 */
export const twoServersPart: Part = {
  name: 'twoServers',
  title: 'Two servers on one database',
  run: ({ runs }) =>
    onEachDatabase(rig =>
      rig.kind === 'embedded' ? Promise.resolve([]) : rig.withPlace(place => figuresOf(rig, place, runs)),
    ),
};

const figuresOf = async ({ title }: Rig, place: Place, turns: number): Promise<Figure[]> => {
  const cafe = await openCafe();
  const env = { CAFES_NETWORKS: '127.0.0.0/8' };
  const servers = [await startServer({ ...place, env }), await startServer({ ...place, env })];
  const spans: number[] = [];
  let refused = 0;
  try {
    const clients = await Promise.all(servers.map(server => signIn(server)));
    for (let turn = 1; turn <= turns; turn += 1) {
      const [ms, no] = await measureTime(() => runTurn(clients, cafe, turn));
      spans.push(ms);
      refused += no;
    }
  } finally {
    cafe.close();
    await Promise.all(servers.map(server => server.stop()));
  }
  const of = (label: string) => `${title}, ${turns} turns: ${label}`;
  return [
    { label: of('from both starts to both ends, median'), ours: median(spans), unit: 'ms' },
    { label: of('starts refused because the other server had the run'), ours: refused, unit: 'starts' },
    { label: of('files sent, each of them once'), ours: cafe.taken.size, unit: 'files' },
  ];
};

const runTurn = async (clients: readonly Client[], cafe: Cafe, turn: number): Promise<number> => {
  const [first] = clients;
  if (!first) return 0;
  const choice = await writeCafe(first, cafe, turn);
  const goods = Array.from({ length: ROWS }, (_, row) => [`TWO-${turn}-${row}`, `Товар ${turn}, ${row}`]);
  const table = new TextEncoder().encode(csvOf([['Артикул', 'Название'], ...goods]));
  const imports = clients.map(async client => {
    const { status, result } = await client.upload('дважды.csv', table);
    return status === 200 ? waitUntilEnded(first, IMPORT, result as Run) : null;
  });
  const sendings = clients.map(async client => {
    const run = (await client.post(SENDING, choice).catch(() => null)) as Run | null;
    return run && waitUntilEnded(first, SENDING, run);
  });
  const [imported, sent] = await Promise.all([Promise.all(imports), Promise.all(sendings)]);
  const sum = (runs: readonly (Run | null)[], name: keyof Run['counts']) =>
    runs.reduce((all, run) => all + (run?.counts[name] ?? 0), 0);
  const { total } = (await first.get(`/products?search=TWO-${turn}-&per_page=1`)) as { total: number };
  const files = [...cafe.taken].filter(([path]) => path.startsWith(`/${turn}/`));
  const fail = (label: string) => new Error(`turn ${turn}: ${label}`);
  if (total !== ROWS || sum(imported, 'new') !== ROWS)
    throw fail(`${total} rows are there, ${sum(imported, 'new')} are counted, ${ROWS} were sent`);
  if (files.some(([, times]) => times > 1)) throw fail('a file was sent twice');
  if (files.length === 0 || files.length !== sum(sent, 'sent'))
    throw fail(`the cafe has ${files.length} files, ${sum(sent, 'sent')} are counted`);
  return [...imported, ...sent].filter(run => run === null).length;
};

const waitUntilEnded = async (client: Client, path: string, { id }: Run): Promise<Run> => {
  for (let tries = 0; tries < 1200; tries += 1) {
    const run = (await client.get(`${path}/runs/${id}?limit=1`)) as Run;
    if (run.status === 'finished') return run;
    if (run.status !== 'processing' && run.status !== 'post_processing') throw new Error(`run ${id} is ${run.status}`);
    await sleep(50);
  }
  throw new Error(`run ${id} is still on after a minute`);
};
