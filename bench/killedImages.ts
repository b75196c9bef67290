import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pngOf } from '#tests/support/images.ts';
import { csvOf } from '#tests/support/tables.ts';
import { onEachDatabase, type Place, type Rig } from './databases.ts';
import { type Figure, median, type Part } from './figures.ts';
import { type Client, type Server, signIn, startServer } from './server.ts';
import { waitForRunEnd } from './waitForRunEnd.ts';

const ROWS = 100;
const IMAGES_PER_ROW = 3;
const TOTAL = ROWS * IMAGES_PER_ROW;
/** Delay of the site per image, in ms, so that an import lasts long enough to be killed among its images. */
const SITE_DELAY = 20;
/** Longest time before a kill, in ms. The images of a whole import take somewhat less. */
const LATEST_KILL = 3000;
const IMPORT = '/products/import/nomenclature';

interface Run {
  id: number;
  status: string;
  counts: { new: number; unchanged: number; images?: number; images_failed?: number };
}

/**
 * `npm run bench -- killed-images --runs=50`: kills the server at random moments of an import with images, that many
 * times on each database, and restarts it on the same data. Fails unless the run finishes with every image once and in
 * its order, and importing the same table again adds none.
 */
export const killedImagesPart: Part = {
  name: 'killed-images',
  title: 'Imports with images that are killed',
  run: ({ runs }) => onEachDatabase(rig => rig.withPlace(place => measureKilledImages(rig, place, runs))),
};

const measureKilledImages = async (rig: Rig, place: Place, kills: number): Promise<Figure[]> => {
  const settled: number[] = [];
  const addedBefore: number[] = [];
  const site = await openSite();
  const start = () => startServer({ ...place, env: { IMAGES_NETWORKS: '127.0.0.0/8' } });
  let server = await start();
  try {
    for (let kill = 1; kill <= kills; kill += 1) {
      const table = buildTable(site.address, kill);
      const { id, added } = await killAmongImages(server, table);
      addedBefore.push(added);
      server = await start();
      const client = await signIn(server);
      const [ms, run] = await waitForRunEnd<Run>(client, id);
      settled.push(ms);
      await checkImages(client, { run, kill, added });
      await checkAgain(client, table, kill);
    }
  } finally {
    site.close();
    await server.stop();
  }
  const nameOf = (label: string) => `${rig.title}, ${kills} kills among images: ${label}`;
  return [
    { label: nameOf('images added before, median'), ours: median(addedBefore), unit: 'files' },
    {
      label: nameOf('from the first answer until the run has finished, at most'),
      ours: Math.max(...settled),
      unit: 'ms',
      atMost: 60_000,
    },
  ];
};

/** A site in this process, which outlives the killed server. Each address has a picture of its own. */
const openSite = async () => {
  const server = createServer(async (request, response) => {
    const [, kill = 0, row = 0, at = 0] = /^\/(\d+)\/(\d+)-(\d+)\.png$/.exec(request.url ?? '')?.map(Number) ?? [];
    await sleep(SITE_DELAY);
    const headers = { 'Content-Type': 'image/png', ETag: `"${request.url}"` };
    if (request.headers['if-none-match'] === headers.ETag) response.writeHead(304, headers).end();
    else response.writeHead(200, headers).end(await pngOf(`rgb(${row}, ${at}, ${kill % 256})`));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
};

const skuOf = (kill: number, row: number): string => `IMAGE-${kill}-${row}`;
const listNames = (row: number): string[] => Array.from({ length: IMAGES_PER_ROW }, (_, at) => `${row}-${at + 1}.png`);

const buildTable = (address: string, kill: number): Uint8Array => {
  const rows = Array.from({ length: ROWS }, (_, row) => [
    skuOf(kill, row),
    `Товар ${kill}, ${row}`,
    listNames(row)
      .map(name => `${address}/${kill}/${name}`)
      .join('; '),
  ]);
  return new TextEncoder().encode(csvOf([['Артикул', 'Название', 'Фото'], ...rows]));
};

const killAmongImages = async (server: Server, table: Uint8Array): Promise<{ id: number; added: number }> => {
  const client = await signIn(server);
  const { status, result } = await client.upload('картинки.csv', table);
  if (status !== 200) throw new Error(`the start was answered with ${status}`);
  const diesAt = performance.now() + Math.random() * LATEST_KILL;
  let added = 0;
  while (performance.now() < diesAt) {
    const run = (await client.get(IMPORT).catch(() => null)) as Run | null;
    if (!run) break;
    added = run.counts.images ?? 0;
    await sleep(20);
  }
  await server.kill();
  return { id: (result as Run).id, added };
};

/** @throws unless each product has its images once and in their order, and the run counts as many */
const checkImages = async (
  client: Client,
  { run, kill, added }: { run: Run; kill: number; added: number },
): Promise<void> => {
  const which = `kill ${kill}, run ${run.id} (${run.status}, ${added} images before)`;
  const { images, images_failed } = run.counts;
  if (run.status !== 'finished' || images !== TOTAL || images_failed !== 0)
    throw new Error(`${which}: ${images} of ${TOTAL} images, ${images_failed} failed`);
  const query = `search=IMAGE-${kill}-&per_page=${ROWS + 1}`;
  const { items } = (await client.get(`/products?${query}`)) as { items: { id: number; sku: string }[] };
  if (items.length !== ROWS) throw new Error(`${which}: ${items.length} of ${ROWS} products`);
  for (const { id, sku } of items) {
    const gallery = (await client.get(`/products/${id}/images`)) as { items: { file_name: string }[] };
    const names = gallery.items.map(({ file_name }) => file_name).join();
    if (names !== listNames(Number(sku.split('-').at(-1))).join()) throw new Error(`${which}: ${sku} has ${names}`);
  }
};

/** @throws if importing the same table again changes anything */
const checkAgain = async (client: Client, table: Uint8Array, kill: number): Promise<void> => {
  const { result } = await client.upload('картинки.csv', table);
  const [, { counts }] = await waitForRunEnd<Run>(client, (result as Run).id);
  if (counts.unchanged !== ROWS || counts.images !== 0 || counts.images_failed !== 0)
    throw new Error(`kill ${kill}: the same table again counts ${JSON.stringify(counts)}`);
};
