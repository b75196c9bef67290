import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportRun } from '#contract/importing.ts';
import type { Sending } from '#contract/sending.ts';
import type { SyncLogItem, SyncProject, SyncRun } from '#contract/synchronization.ts';
import { type Product, resultOf, signInByCall, startProduct } from '#tests/support/product.ts';
import { createSharedPlace, hasPostgres } from '#tests/support/sharedPlace.ts';
import { csvOf } from '#tests/support/tables.ts';

const IMPORT = '/products/import/nomenclature';
const SENDING = '/products/send-media-to-cafe';
const METRICS_TOKEN = 'a-token-of-many-letters';
/** Enough for a run to be met in the middle. */
const ROWS = 20_000;
/** From a death on, with another worker waiting: 15 s are promised, and this machine may be busy. */
const LONGEST_TAKEOVER_MS = 20_000;
/** After a stop, there is nothing to wait for. */
const LONGEST_HANDOVER_MS = 5000;

const LOG_PAGE = 10_000;

describe.skipIf(!hasPostgres)('Web and worker processes on PostgreSQL', () => {
  let place: Awaited<ReturnType<typeof createSharedPlace>> | undefined;
  let shared: Record<string, string>;
  let web: Product;
  let token: string;
  const workers: Product[] = [];
  const startWorker = async (): Promise<Product> => {
    const worker = await startProduct({ ...shared, ROLES: 'worker', METRICS_TOKEN });
    workers.push(worker);
    return worker;
  };

  beforeAll(async () => {
    place = await createSharedPlace();
    shared = { ...place.env, CAFES_NETWORKS: '127.0.0.0/8' };
    // The demonstration is published by whoever carries out jobs.
    await (await startProduct(shared)).shutDown();
    web = await startProduct({ ...shared, ROLES: 'web' });
    token = await signInByCall(web.address);
  });
  afterAll(async () => {
    for (const product of [web, ...workers]) await product?.shutDown();
    place?.remove();
  });

  const read = <T>(path: string): Promise<T> => resultOf<T>(web.address, token, path);
  const post = async <T>(path: string, body: object): Promise<T> => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${web.address}/api${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, ...(!isForm && { 'Content-Type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
    });
    const { message, result } = (await response.json()) as { message: string; result: T };
    expect([path, response.status, message]).toEqual([path, 200, 'success']);
    return result;
  };
  const tableOf = (name: string, rows: number): string =>
    csvOf([
      ['Артикул', 'Название', 'Статус'],
      ...Array.from({ length: rows }, (_, at) => [`${name}-${at}`, `Товар ${name} ${at}`, 'Активен']),
    ]);
  const startImport = async (name: string, rows = ROWS): Promise<ImportRun> => {
    const form = new FormData();
    form.append('table', new File([tableOf(name, rows)], 'товары.csv'));
    return post<ImportRun>(IMPORT, form);
  };
  const readImport = (id: number) => read<ImportRun>(`${IMPORT}/runs/${id}`);
  const countGoods = async (name: string): Promise<number> =>
    (await read<{ total: number }>(`/products?page=1&per_page=1&search=${name}`)).total;
  const reach = (look: () => Promise<number>, least: number) =>
    expect.poll(look, { interval: 20, timeout: 60_000 }).toBeGreaterThanOrEqual(least);
  const readLog = async (path: string): Promise<SyncLogItem[]> => {
    const lines: SyncLogItem[] = [];
    for (;;) {
      const { log } = await read<{ log: SyncLogItem[] }>(`${path}?limit=${LOG_PAGE}&after=${lines.length}`);
      lines.push(...log);
      if (log.length < LOG_PAGE) return lines;
    }
  };
  /** @returns the time from `startedAt` until the log of a run says that it goes on, in ms */
  const waitForResumption = async (path: string, startedAt = performance.now()): Promise<number> => {
    let lines = 0;
    const isResumed = async () => {
      const { log } = await read<{ log: SyncLogItem[] }>(`${path}?limit=${LOG_PAGE}&after=${lines}`);
      lines += log.length;
      return log.some(({ text }) => text.startsWith('Сервер перезапустился'));
    };
    await expect.poll(isResumed, { interval: 100, timeout: 60_000 }).toBe(true);
    return performance.now() - startedAt;
  };
  const waitForEnd = async <Run extends { status: string }>(look: () => Promise<Run>): Promise<Run> => {
    await expect
      .poll(async () => (await look()).status, { interval: 200, timeout: 120_000 })
      .not.toMatch(/processing$/);
    return look();
  };

  it('[Z32] [Z64] an import waits for a worker; after its death another goes on with it, and writes no row twice', async () => {
    const { id } = await startImport('KILL');
    // If web processes took imports, one would have taken it by then.
    await sleep(1000);
    expect(await readImport(id)).toMatchObject({ status: 'processing', progress: 0 });
    const worker = await startWorker();
    await reach(async () => (await readImport(id)).counts.new, 2000);
    await startWorker();
    const killedAt = performance.now();
    await worker.kill();
    expect(await readImport(id)).toMatchObject({ status: 'processing' });
    expect(await waitForResumption(`${IMPORT}/runs/${id}`, killedAt)).toBeLessThan(LONGEST_TAKEOVER_MS);
    const run = await waitForEnd(() => readImport(id));
    expect(run).toMatchObject({ status: 'finished', counts: { new: ROWS, changed: 0, unchanged: 0, faulty: 0 } });
    expect(await countGoods('KILL')).toBe(ROWS);
  });

  it('[Z64] [Z35] a publication of a killed worker is ended by another, which checks all records', async () => {
    const projects = async () => (await read<{ projects: SyncProject[] }>('/synchronization')).projects;
    const [before] = await projects();
    const { id } = await post<SyncRun>('/synchronization', { project_ids: [before?.id] });
    const readRun = () => read<SyncRun>(`/synchronization/${id}?limit=0`);
    await reach(async () => (await readRun()).counts.faulty, 2000);
    await startWorker();
    const killedAt = performance.now();
    await workers.at(-2)?.kill();
    expect((await readRun()).status).toBe('processing');
    expect((await projects())[0]).toMatchObject({ last: before?.last, items: before?.items });
    expect(await waitForResumption(`/synchronization/${id}`, killedAt)).toBeLessThan(LONGEST_TAKEOVER_MS);
    const { status, counts } = await waitForEnd(readRun);
    const log = await readLog(`/synchronization/${id}`);
    // What failed before is checked again.
    const faulty = ROWS + (before?.failed ?? 0);
    expect({ status, faulty: counts.faulty }).toEqual({ status: 'finished', faulty });
    expect(new Set(log.flatMap(({ record, field }) => (record && field ? [record.id] : []))).size).toBe(faulty);
    expect((await projects())[0]).toMatchObject({ last: { run_id: id }, waiting: 0, failed: faulty });
  });

  it('[Z64] [Z34] a sending of a killed worker is ended by one that was idle, and no acknowledged file is sent twice', async () => {
    const taken: string[] = [];
    const cafe = createServer(async (call, response) => {
      call.resume();
      await sleep(20);
      taken.push(call.url ?? '');
      response.writeHead(201).end();
    });
    await new Promise<void>(resolve => cafe.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(cafe.address() as AddressInfo).port}`;
    const { id: cafeId } = await post<{ id: number }>('/cafe', { name: 'Кафе', kind: 'http', address });
    await post(`/cafe/${cafeId}/key`, {});
    const { id } = await post<Sending>(SENDING, { all: true, cafe_ids: [cafeId] });
    const readRun = () => read<Sending>(`${SENDING}/runs/${id}?limit=0`);
    await reach(async () => (await readRun()).counts.sent, 20);
    const idle = await startWorker();
    const killedAt = performance.now();
    await workers.at(-2)?.kill();
    expect(await waitForResumption(`${SENDING}/runs/${id}`, killedAt)).toBeLessThan(LONGEST_TAKEOVER_MS);
    await reach(async () => (await readRun()).counts.sent, 60);
    // The idle one is stopped in its turn, and the next one goes on at once.
    await idle.shutDown();
    expect((await readRun()).status).toBe('processing');
    await startWorker();
    const run = await waitForEnd(readRun);
    cafe.close();
    cafe.closeAllConnections();
    expect(run).toMatchObject({ status: 'finished', counts: { failed: 0 }, cafes: [{ status: 'finished' }] });
    expect(new Set(taken).size).toBe(run.counts.sent);
    // Of the files under way at a death or a stop, nobody knows whether they have arrived.
    expect(taken.length - run.counts.sent).toBeLessThanOrEqual(4);
  });

  it('[Z64] a worker stopped in the middle of an import leaves it to the next one, which goes on at once', async () => {
    const { id } = await startImport('TERM');
    await reach(async () => (await readImport(id)).counts.new, 2000);
    await workers.at(-1)?.shutDown();
    const { status, counts } = await readImport(id);
    expect([status, await countGoods('TERM')]).toEqual(['processing', counts.new]);
    await startWorker();
    expect(await waitForResumption(`${IMPORT}/runs/${id}`)).toBeLessThan(LONGEST_HANDOVER_MS);
    expect(await waitForEnd(() => readImport(id))).toMatchObject({ status: 'finished', counts: { new: ROWS } });
    expect(await countGoods('TERM')).toBe(ROWS);
  });

  it('[Z33] a worker answers probes and metrics, and refuses everything else', async () => {
    const { address } = workers.at(-1) ?? web;
    const ask = async (path: string, headers = {}) => {
      const response = await fetch(address + path, { headers });
      return [response.status, await response.text()] as const;
    };
    expect((await ask('/api/health/live'))[0]).toBe(200);
    expect((await ask('/metrics', { Authorization: `Bearer ${METRICS_TOKEN}` }))[1]).toContain('vitrina_jobs');
    for (const path of ['/', '/content', '/assets/index.js', '/socket.io/?EIO=4&transport=polling'])
      expect([path, (await ask(path))[0]]).toEqual([path, 404]);
    const [status, body] = await ask('/api/products', { Authorization: `Bearer ${token}` });
    expect([status, body]).toEqual([404, expect.stringContaining('только выполняет задания (ROLES=worker)')]);
  });

  it('[Z61] [Z32] a web process that is stopped finishes the upload that it is receiving, and its import is carried out', async () => {
    const boundary = 'a-boundary';
    const [table, half] = [tableOf('LAST', 100), 500];
    const call = request(`${web.address}/api${IMPORT}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': `multipart/form-data; boundary=${boundary}`,
        Expect: '100-continue',
      },
    });
    const answer = new Promise<number | undefined>((resolve, reject) => {
      call.once('response', response => resolve(response.resume().statusCode)).once('error', reject);
    });
    // The server answers 100 once it has the headers.
    await once(call, 'continue');
    call.write(`--${boundary}\r\nContent-Disposition: form-data; name="table"; filename="t.csv"\r\n\r\n`);
    call.write(table.slice(0, half));
    const stopped = web.shutDown();
    const isRefused = () =>
      fetch(`${web.address}/api/health/live`).then(
        () => false,
        () => true,
      );
    await expect.poll(isRefused).toBe(true);
    call.end(`${table.slice(half)}\r\n--${boundary}--\r\n`);
    expect(await answer).toBe(200);
    await stopped;
    web = await startProduct({ ...shared, ROLES: 'web' });
    await expect.poll(() => countGoods('LAST'), { interval: 200, timeout: 60_000 }).toBe(100);
  });
});
