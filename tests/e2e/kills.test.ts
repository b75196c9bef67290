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

/** Kills the server at random moments of imports, as `npm run bench -- kills` does 50 times; afterwards each run must agree with what it wrote. */
const killAll = async (product: Product, kills: number): Promise<void> => {
  const random = randomFrom(seed);
  for (let nth = 1; nth <= kills; nth += 1) {
    const name = `KILL${seed}X${nth}Y`;
    const id = await start(product, await signInByCall(product.address), name);
    await sleep(random() * WINDOW);
    await product.crash();
    const token = await signInByCall(product.address);
    const read = () =>
      resultOf<ImportRun & { log: { text: string }[] }>(product.address, token, `${IMPORT}/runs/${id}`);
    // On PostgreSQL another server might still be at it, until it has been silent for 15 s.
    await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toMatch(/^(failed|finished)$/);
    const { status, counts, log } = await read();
    const { total } = await resultOf<{ total: number }>(
      product.address,
      token,
      `/products?page=1&per_page=1&search=${name}`,
    );
    const about = `kill ${nth} of seed ${seed}`;
    expect([about, total]).toEqual([about, counts.new]);
    if (status === 'finished') expect([about, total]).toEqual([about, ROWS]);
    else expect(log.at(-1)?.text).toContain(`Записанное осталось: новых ${counts.new}`);
  }
  const token = await signInByCall(product.address);
  const last = await start(product, token, `LAST${seed}Y`);
  await expect
    .poll(async () => (await resultOf<ImportRun>(product.address, token, `${IMPORT}/runs/${last}`)).status, {
      timeout: 60_000,
    })
    .toBe('finished');
};

it('[I12] [I11] after each of 3 kills during imports the run has failed with whole batches, and the next one starts', async () => {
  const product = await startProduct();
  await killAll(product, 3);
  await product.stop();
}, 600_000);

const programs = findPrograms();
describe.skipIf(!programs)('On PostgreSQL', () => {
  it('[I12] [I11] [H11] after each of 2 kills during imports the run has failed with whole batches', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrina-kills-'));
    const url = await startCluster(programs ?? '', folder);
    await onPostgres(url, 'create database kills');
    const product = await startProduct({ DATABASE_URL: Object.assign(new URL(url), { pathname: 'kills' }).href });
    await killAll(product, 2);
    await product.stop();
    stopCluster(programs ?? '', folder);
  }, 600_000);
});
