import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { ImportRun } from '#contract/importing.ts';
import { randomFrom } from '#tests/support/damagedTables.ts';
import { findPrograms, onPostgres, startCluster, stopCluster } from '#tests/support/postgres.ts';
import { type Product, resultOf, signInByCall, startProduct } from '#tests/support/product.ts';

const IMPORT = '/products/import/nomenclature';
const ROWS = 2000;
/** PostgreSQL writes those within a second, for which a busy machine may pause. */
const ROWS_ON_POSTGRES = 5000;
/** Rows that are written together, and about how many milliseconds that takes where nothing else runs. */
const BATCH = { rows: 200, ms: 100 };
/** A run whose processes died three times may be given up. */
const KILLS_OF_A_RUN = 2;
const seed = Date.now() % 1_000_000;

/** Starts an import of new products whose articles begin with `name`. @returns the id of the run */
const start = async ({ address }: Product, token: string, name: string, length: number): Promise<number> => {
  const rows = Array.from({ length }, (_, at) => `${name}-${at};Товар ${name} ${at};1`);
  const form = new FormData();
  form.append('table', new File([['Артикул;Название;Цена, RUB', ...rows].join('\n')], 'товары.csv'));
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${address}/api${IMPORT}`, { method: 'POST', headers, body: form });
  const { message, result } = (await response.json()) as { message: string; result: ImportRun };
  expect([response.status, message]).toEqual([200, 'success']);
  return result.id;
};

/**
 * Kills the server twice in each of some imports, at random moments, as `npm run bench -- kills` does 50 times;
 * afterwards each run goes on and writes each row once.
 */
const killAll = async (product: Product, runs: number, length: number): Promise<void> => {
  const random = randomFrom(seed);
  const token = await signInByCall(product.address);
  const read = (id: number) => resultOf<ImportRun>(product.address, token, `${IMPORT}/runs/${id}`);
  const isUnderWay = ({ status }: ImportRun) => status.endsWith('processing');
  let hits = 0;
  for (let nth = 1; nth <= runs; nth += 1) {
    const name = `KILL${seed}X${nth}Y`;
    const about = `run ${nth} of seed ${seed}`;
    const id = await start(product, token, name, length);
    for (let kill = 1; kill <= KILLS_OF_A_RUN; kill += 1) {
      const { counts } = await read(id);
      // In rows, so that a run is hit as late on a slow machine as on a fast one; within a batch by the clock.
      const rows = counts.new + random() * (length - counts.new) - 2 * BATCH.rows;
      await expect
        .poll(async () => (await read(id)).counts.new, { message: about, interval: 10, timeout: 120_000 })
        .toBeGreaterThanOrEqual(rows);
      await sleep(random() * BATCH.ms);
      if (isUnderWay(await read(id))) hits += 1;
      await product.crash();
    }
    // On PostgreSQL another server might still be at it, until it has been silent for a while.
    await expect.poll(async () => isUnderWay(await read(id)), { message: about, timeout: 120_000 }).toBe(false);
    const { status, counts } = await read(id);
    const query = `/products?page=1&per_page=1&search=${name}`;
    const { total } = await resultOf<{ total: number }>(product.address, token, query);
    expect([about, status, counts.new, total]).toEqual([about, 'finished', length, length]);
  }
  // A machine may pause until a run is over, but not each second time.
  expect(hits, `hits of seed ${seed}`).toBeGreaterThanOrEqual((runs * KILLS_OF_A_RUN) / 2);
  const last = await start(product, token, `LAST${seed}Y`, length);
  await expect.poll(async () => (await read(last)).status, { timeout: 60_000 }).toBe('finished');
};

it('[I12] [I830] [I11] after each two of 16 kills an import goes on to its end with no row lost or written twice, and the next one starts', async () => {
  const product = await startProduct();
  await killAll(product, 8, ROWS);
  await product.stop();
}, 1_800_000);

/** Enough that a worker is stopped in the midst of them. */
const MANY_ROWS = 20_000;

const replaceWorkers = async (environment: Record<string, string>): Promise<void> => {
  const startWorker = () => startProduct({ ...environment, ROLES: 'worker' });
  const web = await startProduct({ ...environment, ROLES: 'web' });
  const startWorkers = async () => [await startWorker(), await startWorker()];
  let workers = await startWorkers();
  const token = await signInByCall(web.address);
  const read = (id: number) => resultOf<ImportRun>(web.address, token, `${IMPORT}/runs/${id}`);
  const expectUnderWay = async (id: number) => expect((await read(id)).status).toBe('processing');
  const endings = {
    killed: async (id: number) => {
      await Promise.all(workers.map(worker => worker.crash()));
      await expectUnderWay(id);
    },
    stopped: async (id: number) => {
      await Promise.all(workers.map(worker => worker.shutDown()));
      // Before others start, which might be done with it at once.
      await expectUnderWay(id);
      workers = await startWorkers();
    },
  };
  for (const [ending, end] of Object.entries(endings)) {
    const id = await start(web, token, `${ending}${seed}X`, MANY_ROWS);
    await expect.poll(async () => (await read(id)).counts.new, { interval: 10, timeout: 60_000 }).toBeGreaterThan(0);
    await end(id);
    await expect.poll(async () => (await read(id)).status, { timeout: 120_000 }).toBe('finished');
    const query = `/products?page=1&per_page=1&search=${ending}${seed}X`;
    const { total } = await resultOf<{ total: number }>(web.address, token, query);
    expect([(await read(id)).counts.new, total]).toEqual([MANY_ROWS, MANY_ROWS]);
  }
  for (const product of [web, ...workers]) await product.stop();
};

const programs = findPrograms();
describe.skipIf(!programs)('On PostgreSQL', () => {
  it('[Z37] [Z32] runs of workers that are killed or stopped go on at others, and the web process answers meanwhile', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrina-roles-'));
    const url = await startCluster(programs ?? '', folder);
    await onPostgres(url, 'create database roles');
    await replaceWorkers({
      DATABASE_URL: Object.assign(new URL(url), { pathname: 'roles' }).href,
      DATA_DIR: join(folder, 'data'),
    });
    stopCluster(programs ?? '', folder);
  });

  it('[I12] [I830] [I11] [H11] after each two of 4 kills an import goes on to its end with no row lost or written twice', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrina-kills-'));
    const url = await startCluster(programs ?? '', folder);
    await onPostgres(url, 'create database kills');
    const product = await startProduct({ DATABASE_URL: Object.assign(new URL(url), { pathname: 'kills' }).href });
    await killAll(product, 2, ROWS_ON_POSTGRES);
    await product.stop();
    stopCluster(programs ?? '', folder);
  });
});
