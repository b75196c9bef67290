import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUILD } from '#contract/limits.ts';
import { copyBuild } from '#tests/support/deployment.ts';
import { onPostgres } from '#tests/support/postgres.ts';
import { type Product, resultOf, signInByCall, startProduct } from '#tests/support/product.ts';
import { openProxy } from '#tests/support/proxy.ts';
import { createSharedPlace, hasPostgres } from '#tests/support/sharedPlace.ts';
import { csvOf } from '#tests/support/tables.ts';

const NEXT_BUILD = '0.1.1';
const IMPORT = '/products/import/nomenclature';
/** Enough for the import to go on while the old server stops. */
const ROWS = 20_000;

describe.skipIf(!hasPostgres)('Servers of two builds on one database', () => {
  let place: Awaited<ReturnType<typeof createSharedPlace>> | undefined;
  const deployment = copyBuild();
  let shared: Record<string, string>;
  let old: Product;
  let proxy: Awaited<ReturnType<typeof openProxy>>;
  const started: Product[] = [];
  const start = async (from?: string, environment = shared): Promise<Product> => {
    const product = await startProduct(environment, from);
    started.push(product);
    return product;
  };
  /** So that the connections of one server can be cut. */
  const startThroughProxy = (from?: string) => start(from, { ...shared, DATABASE_URL: proxy.url });
  const countLocks = async () => {
    const ask = "select 1 from pg_locks where locktype = 'advisory' and mode = 'ShareLock'";
    return (await onPostgres(shared['DATABASE_URL'] ?? '', ask)).length;
  };
  beforeAll(async () => {
    place = await createSharedPlace();
    shared = { ...place.env, PROXIES: '1' };
    proxy = await openProxy(shared['DATABASE_URL'] ?? '');
    old = await startThroughProxy();
  });
  afterAll(async () => {
    proxy.close();
    for (const product of started) await product.shutDown();
    deployment.remove();
    place?.remove();
  });

  const call = async (address: string, token: string, method: string, path: string, body?: object) => {
    const response = await fetch(`${address}/api${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body && !(body instanceof FormData) && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    const { result } = (await response.json()) as { result: Record<string, unknown> };
    return { status: response.status, result };
  };
  const buildOf = async ({ address }: Product) => (await call(address, '', 'GET', '/health')).result['build'];

  it('[Z65] the next build starts beside the old one, both write, and it ends the import of the old one when that stops', async () => {
    deployment.addMigration(NEXT_BUILD, '-- rolling\nalter table products add column of_the_next_build text');
    const token = await signInByCall(old.address);
    const form = new FormData();
    const rows = Array.from({ length: ROWS }, (_, at) => [`ROLL-${at}`, `Товар ${at}`]);
    form.append('table', new File([csvOf([['Артикул', 'Название'], ...rows])], 'товары.csv'));

    const next = await start(deployment.folder);
    expect([await buildOf(old), await buildOf(next)]).toEqual([BUILD, NEXT_BUILD]);
    // The old one looks at the schema again when it is back.
    await proxy.refuse();
    await expect.poll(countLocks).toBe(1);
    await proxy.mend();
    await expect.poll(countLocks).toBe(2);
    const { status, result: run } = await call(old.address, token, 'POST', IMPORT, form);
    expect(status).toBe(200);
    const name = async (product: Product) =>
      (await resultOf<{ name: string }>(product.address, token, '/products/1')).name;
    for (const [writer, reader] of [
      [old, next],
      [next, old],
    ] as const) {
      const { version } = await resultOf<{ version: number }>(writer.address, token, '/products/1');
      const text = `Изменён на ${writer.address}`;
      const written = await call(writer.address, token, 'PUT', '/products/1', { name: text, version });
      expect([written.status, await name(reader)]).toEqual([200, text]);
    }

    const stopping = new AbortController();
    const statuses = new Set<number>();
    const calls = (async () => {
      while (!stopping.signal.aborted) {
        statuses.add((await call(next.address, token, 'GET', '/products?page=1&per_page=25')).status);
        await sleep(50);
      }
    })();
    await old.shutDown();
    const readRun = () =>
      resultOf<{ status: string; counts: { new: number } }>(next.address, token, `${IMPORT}/runs/${run['id']}`);
    await expect.poll(async () => (await readRun()).status, { timeout: 120_000 }).toBe('finished');
    stopping.abort();
    await calls;
    expect([...statuses]).toEqual([200]);
    expect((await readRun()).counts).toMatchObject({ new: ROWS });
    expect((await resultOf<{ total: number }>(next.address, token, '/products?search=ROLL-&per_page=1')).total).toBe(
      ROWS,
    );
  });

  it('[Z65] a build that the running servers would not survive does not start, until they are stopped', async () => {
    const next = started.at(-1) as Product;
    deployment.addMigration('0.1.2', 'alter table products drop column of_the_next_build');
    await expect(startProduct(shared, deployment.folder)).rejects.toThrow(
      new RegExp(`С базой данных работают серверы: .*\\(${NEXT_BUILD}\\).*сначала остановите их`),
    );
    expect((await fetch(`${next.address}/api/health/ready`)).status).toBe(200);
    await next.shutDown();
    expect(await buildOf(await start(deployment.folder))).toBe('0.1.2');
    // The old build is refused from now on.
    await expect(startProduct(shared)).rejects.toThrow('Базу данных уже обновила более новая сборка');
  });

  it('[Z65] a server that was cut off while the database was upgraded ends by itself, though its folder is that of the next build', async () => {
    for (const product of started) await product.shutDown();
    const cutOff = await startThroughProxy(deployment.folder);
    await proxy.refuse();
    await expect.poll(countLocks).toBe(0);
    deployment.addMigration('0.1.3', 'alter table products add column of_another_build text');
    await start(deployment.folder);
    await proxy.mend();
    const { code, output } = await cutOff.whenEnded();
    expect(code).toBe(1);
    expect(output).toContain('Базу данных уже обновила более новая сборка');
    expect(output).toContain('Витрина остановлена');
  });
});
