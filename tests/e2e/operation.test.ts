import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCollector } from '#tests/support/collector.ts';
import { type Product, resultOf, signInByCall, startProduct } from '#tests/support/product.ts';

const folder = mkdtempSync(join(tmpdir(), 'vitrina-operation-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const vitrina = (dataDir: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/server/vitrina.js', ...args], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
    encoding: 'utf8',
  });
  return { code: status, out: stdout.trim(), error: stderr.trim() };
};

const create = async (address: string, token: string, name: string): Promise<number> => {
  const response = await fetch(`${address}/api/products`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name }),
  });
  return response.status;
};

describe('The metrics of a built server', () => {
  const token = 'a-token-for-prometheus';
  const ask = (address: string) => fetch(`${address}/metrics`, { headers: { Authorization: `Bearer ${token}` } });

  it('[Z29] [Z31] are served with the token only, and without one the page does not answer in their place', async () => {
    const product = await startProduct({ METRICS_TOKEN: token });
    await signInByCall(product.address);
    const text = await (await ask(product.address)).text();
    expect(text).toContain('vitrina_requests_total{method="POST",route="/api/auth/login",status="200"} 1\n');
    expect(text).toContain('vitrina_sockets 0\n');
    expect((await fetch(`${product.address}/metrics`)).status).toBe(401);
    await product.stop();
    const closed = await startProduct();
    const answer = await ask(closed.address);
    expect([answer.status, await answer.text()]).toEqual([404, '']);
    await closed.stop();
  });
});

describe('Traces', () => {
  it('[Z40] the build loads what sends them only when they are switched on', () => {
    const build = 'dist/server';
    const isTracer = (name: string) => readFileSync(join(build, name), 'utf8').includes('BatchSpanProcessor');
    const tracers = readdirSync(build).filter(isTracer);
    expect(tracers).toHaveLength(1);
    const reached = new Set(['main.js']);
    for (const name of reached)
      for (const [, imported = ''] of readFileSync(join(build, name), 'utf8').matchAll(
        /^(?:import|export)\b[^;]*?["']\.\/([\w.-]+)["']/gm,
      ))
        reached.add(imported);
    expect(reached.size).toBeGreaterThan(3);
    expect([...reached].filter(isTracer)).toEqual([]);
  });

  it('[Z40] [Z46] are sent to the collector, at the latest when the server stops', async () => {
    const collector = await startCollector();
    const product = await startProduct({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.address });
    await signInByCall(product.address);
    await product.stop();
    const spans = collector.spans();
    const call = spans.find(({ name }) => name === 'POST /api/auth/login');
    expect(call?.attributes).toMatchObject({ 'http.response.status_code': 200 });
    expect(spans.filter(({ parentSpanId }) => parentSpanId === call?.spanId).length).toBeGreaterThan(2);
    await collector.close();
  });
});

describe('Commands while the server holds the embedded database', () => {
  let product: Product;
  let token: string;
  beforeAll(async () => {
    product = await startProduct();
    token = await signInByCall(product.address);
  });
  afterAll(() => product.stop());

  it('[Z3] accounts are created, listed and blocked through the server', async () => {
    const { dataDir, address } = product;
    const options = ['--email', 'anna@example.ru', '--first-name', 'Анна', '--last-name', 'Первая'];
    const made = vitrina(dataDir, 'users', 'create', ...options);
    expect(made).toMatchObject({ code: 0, error: '' });
    expect(made.out).toMatch(/^Учётная запись anna@example\.ru создана \(база: .*\)\. Пароль .*: [\w-]{16}$/);
    expect(vitrina(dataDir, 'users', 'create', ...options)).toMatchObject({ code: 1, out: '' });
    const listed = JSON.parse(vitrina(dataDir, 'users', 'list', '--json').out) as { email: string }[];
    expect(listed.map(({ email }) => email)).toContain('anna@example.ru');
    const photographer = await signInByCall(address, 'photographer@demo.local');
    expect(await resultOf(address, photographer, '/profile')).toMatchObject({
      user: { role: { slug: 'photographer' } },
    });
    expect(vitrina(dataDir, 'users', 'block', 'photographer@demo.local').code).toBe(0);
    const refused = await fetch(`${address}/api/profile`, { headers: { Authorization: `Bearer ${photographer}` } });
    expect(refused.status).toBe(401);
  });

  it('[Z4] only its own user may open the socket', () => {
    expect(statSync(join(product.dataDir, 'control.sock')).mode & 0o777).toBe(0o600);
  });

  it('[Z7] [Z8] [Z10] a backup is made while others write, and a server runs on what is restored from it', async () => {
    const { dataDir, address } = product;
    const to = join(folder, 'backup');
    const backup = spawn(process.execPath, ['dist/server/vitrina.js', 'backup', to, '--json'], {
      env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
    });
    let output = '';
    backup.stdout.on('data', (chunk: Buffer) => void (output += chunk.toString()));
    backup.stderr.on('data', (chunk: Buffer) => void (output += chunk.toString()));
    const stop = new AbortController();
    const ended = new Promise<number | null>(resolve => backup.on('close', resolve)).finally(() => stop.abort());
    const statuses: number[] = [];
    while (!stop.signal.aborted) statuses.push(await create(address, token, `Во время копии ${statuses.length}`));
    expect(await ended, output).toBe(0);
    expect(statuses.length).toBeGreaterThan(5);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const { files, tables } = JSON.parse(output) as { files: number; tables: number };
    expect(files).toBeGreaterThan(0);
    expect(tables).toBeGreaterThan(50);

    const restored = join(folder, 'restored');
    expect(vitrina(restored, 'restore', to)).toMatchObject({ code: 0, error: '' });
    expect(vitrina(restored, 'doctor')).toMatchObject({ code: 0, error: '' });
    const again = await startProduct({ DATA_DIR: restored });
    try {
      const admin = await signInByCall(again.address);
      // The secrets came along, so that even sessions go on.
      expect(await resultOf(again.address, token, '/profile')).toMatchObject({
        user: { role: { slug: 'admin' } },
      });
      const count = (at: string, bearer: string, search = '') =>
        resultOf<{ total: number }>(at, bearer, `/products?per_page=1&search=${encodeURIComponent(search)}`);
      const [own, there] = [await count(again.address, admin), await count(address, token)];
      const written = await count(address, token, 'Во время копии');
      expect(own.total).toBeGreaterThanOrEqual(there.total - written.total);
      expect(await create(again.address, admin, 'После восстановления')).toBe(200);
    } finally {
      await again.stop();
    }
  });

  it('[Z11] the doctor finds a healthy demonstration', () => {
    expect(vitrina(product.dataDir, 'doctor')).toMatchObject({ code: 0, error: '' });
  });

  it('[Z4] a killed server leaves a socket that hinders neither a command nor the next start', async () => {
    const { dataDir } = product;
    await product.crash();
    expect(vitrina(dataDir, 'users', 'list').code).toBe(0);
    await product.shutDown();
    expect(existsSync(join(dataDir, 'control.sock'))).toBe(false);
    expect(vitrina(dataDir, 'users', 'list')).toMatchObject({ code: 0, error: '' });
    expect(readdirSync(dataDir)).not.toContain('control.sock');
  });
});
