import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from './server.ts';

const SENDING = '/products/send-media-to-cafe';
const PRODUCTS = 300;
/**
 * Maximum number of files in flight. When the sender is killed, it is unknown whether these arrived, so they may be
 * sent again.
 */
const IN_FLIGHT = 2;
/** Delay of the cafe per file, in ms, so that a sending lasts long enough to be killed. */
const CAFE_DELAY = 10;

interface Run {
  id: number;
  status: string;
  is_broken: boolean;
  counts: { sent: number; unchanged: number; failed: number };
}

/** A receiver that accepts everything and counts how often it got each file, to find files sent twice. */
export interface Cafe {
  address: string;
  taken: Map<string, number>;
  close: () => void;
}

/** Runs in this process, so that it outlives the killed server. */
export const openCafe = async (): Promise<Cafe> => {
  const taken = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    request.resume();
    await sleep(CAFE_DELAY);
    taken.set(path, (taken.get(path) ?? 0) + 1);
    response.writeHead(201).end();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, taken, close };
};

export interface RunningSending {
  id: number;
  choice: { product_ids: number[]; cafe_ids: number[] };
  acknowledged: number;
}

export const writeCafe = async (
  client: Client,
  { address }: Cafe,
  number: number,
): Promise<RunningSending['choice']> => {
  const page = (await client.get(`/products?per_page=${PRODUCTS}&sort=created_at`)) as { items: { id: number }[] };
  const cafe = { name: `Кафе ${number}`, kind: 'http', address: `${address}/${number}` };
  const { id } = (await client.post('/cafe', cafe)) as { id: number };
  await client.post(`/cafe/${id}/key`, {});
  return { product_ids: page.items.map(item => item.id), cafe_ids: [id] };
};

export const beginSending = async (client: Client, cafe: Cafe, kill: number): Promise<RunningSending> => {
  const choice = await writeCafe(client, cafe, kill);
  const { id } = (await client.post(SENDING, choice)) as Run;
  return { id, choice, acknowledged: 0 };
};

/** Reads the progress; a failed read is ignored, because the server may have just been killed. */
export const waitForProgress = async (client: Client, begun: RunningSending): Promise<void> => {
  const run = (await client.get(`${SENDING}/runs/${begun.id}?limit=0`).catch(() => null)) as Run | null;
  begun.acknowledged = run?.counts.sent ?? begun.acknowledged;
};

const waitUntilEnded = async (client: Client, id: number): Promise<Run> => {
  for (let tries = 0; tries < 600; tries += 1) {
    const run = (await client.get(`${SENDING}/runs/${id}?limit=0`)) as Run;
    if (run.status !== 'processing') return run;
    await sleep(100);
  }
  throw new Error(`sending ${id} is still processing a minute later`);
};

/**
 * Waits for the end, then sends the same media again.
 * @returns number of files that had arrived before
 * @throws when the run does not end, an acknowledged file is sent again, or a file is missing in the end
 */
export const checkSending = async (
  client: Client,
  { taken }: Cafe,
  begun: RunningSending,
  kill: number,
): Promise<number> => {
  const run = await waitUntilEnded(client, begun.id);
  const { counts } = run;
  const fail = (label: string) => new Error(`kill ${kill}, sending ${run.id} (${run.status}): ${label}`);
  if (run.status !== 'finished' && !run.is_broken) throw fail('its end is said to be somebody’s will');
  if (counts.sent < begun.acknowledged) throw fail(`${begun.acknowledged} files were acknowledged, ${counts.sent} are`);
  const again = await waitUntilEnded(client, ((await client.post(SENDING, begun.choice)) as Run).id);
  const { sent, unchanged, failed } = again.counts;
  if (again.status !== 'finished' || failed > 0) throw fail(`the next one is ${again.status}, ${failed} failed`);
  if (unchanged !== counts.sent) throw fail(`${counts.sent} files were there, ${unchanged} were not sent again`);
  const times = [...taken].filter(([path]) => path.startsWith(`/${kill}/`)).map(([, count]) => count);
  if (times.length !== sent + unchanged) throw fail(`the cafe has ${times.length} of ${sent + unchanged} files`);
  const twice = times.filter(count => count > 1).length;
  if (twice > IN_FLIGHT) throw fail(`${twice} files came twice`);
  return counts.sent;
};
