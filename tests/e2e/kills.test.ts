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
const ROWS = 4000;
/** Milliseconds after its start within which a run is killed. */
const WINDOW = 1500;
const seed = Date.now() % 1_000_000;

/** Starts an import of new products whose articles begin with `name`. @returns the id of the run */
const start = async ({ address }: Product, token: string, name: string): Promise<number> => {
  const rows = Array.from({ length: ROWS }, (_, at) => `${name}-${at};Товар ${name} ${at};1`);
  const form = new FormData();
  form.append('table', new File([['Артикул;Название;Цена, RUB', ...rows].join('\n')], 'товары.csv'));
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${address}/api${IMPORT}`, { method: 'POST', headers, body: form });
  const { message, result } = (await response.json()) as { message: string; result: ImportRun };
  expect([response.status, message]).toEqual([200, 'success']);
  return result.id;
};

/** Kills the server at random moments of imports, as `npm run bench -- kills` does 50 times; afterwards each run goes on and writes each row once. */
const killAll = async (product: Product, kills: number): Promise<void> => {
  const random = randomFrom(seed);
  for (let nth = 1; nth <= kills; nth += 1) {
    const name = `KILL${seed}X${nth}Y`;
    const id = await start(product, await signInByCall(product.address), name);
    await sleep(random() * WINDOW);
    await product.crash();
    const token = await signInByCall(product.address);
    const read = () => resultOf<ImportRun>(product.address, token, `${IMPORT}/runs/${id}`);
    // On PostgreSQL another server might still be at it, until it has been silent for 15 s.
    await expect.poll(async () => (await read()).status, { timeout: 120_000 }).not.toMatch(/processing$/);
    const { status, counts } = await read();
    const query = `/products?page=1&per_page=1&search=${name}`;
    const { total } = await resultOf<{ total: number }>(product.address, token, query);
    const about = `kill ${nth} of seed ${seed}`;
    expect([about, status, counts.new, total]).toEqual([about, 'finished', ROWS, ROWS]);
  }
  const token = await signInByCall(product.address);
  const last = await start(product, token, `LAST${seed}Y`);
  await expect
    .poll(async () => (await resultOf<ImportRun>(product.address, token, `${IMPORT}/runs/${last}`)).status, {
      timeout: 60_000,
    })
    .toBe('finished');
};

it('[I12] [I830] [I11] after each of 6 kills an import goes on to its end with no row lost or written twice, and the next one starts', async () => {
  const product = await startProduct();
  await killAll(product, 6);
  await product.stop();
}, 600_000);

const programs = findPrograms();
describe.skipIf(!programs)('On PostgreSQL', () => {
  it('[I12] [I830] [I11] [H11] after each of 3 kills an import goes on to its end with no row lost or written twice', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrina-kills-'));
    const url = await startCluster(programs ?? '', folder);
    await onPostgres(url, 'create database kills');
    const product = await startProduct({ DATABASE_URL: Object.assign(new URL(url), { pathname: 'kills' }).href });
    await killAll(product, 3);
    await product.stop();
    stopCluster(programs ?? '', folder);
  }, 600_000);
});
