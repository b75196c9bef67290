import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';

const SECONDS = 1000;
const folder = mkdtempSync(join(tmpdir(), 'vitrina-start-'));
const started = new Set<ChildProcess>();
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** What `npm start` runs, over a data directory of its own. */
const start = (dataDir: string, environment: Record<string, string> = {}) => {
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: join(folder, dataDir), ...environment },
  });
  started.add(child);
  let output = '';
  const exit = new Promise<number | null>(resolve => child.on('close', resolve));
  const address = new Promise<string>((resolve, reject) => {
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
      if (found) resolve(found);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    void exit.then(code => reject(new Error(`ended with ${code}: ${output}`)));
  });
  address.catch(() => {});
  const stop = async (signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL' | 'SIGUSR2'): Promise<number | null> => {
    child.kill(signal);
    return exit;
  };
  return { address, exit, stop, output: () => output };
};

const health = async (address: string): Promise<unknown> => (await fetch(`${address}/api/health`)).json();
const signIn = async (
  address: string,
  email = 'admin@demo.local',
  password = 'demo-demo',
): Promise<{ code: number; message: string; result: { accessToken: { token: string } } }> => {
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return (await answer.json()) as never;
};
const sentences = (text: string): string[] => text.trim().split('\n').filter(Boolean);

describe('npm start', () => {
  it('[H1] a first start fills the demonstration and prints the address and the accounts', async () => {
    const server = start('first');
    const address = await server.address;
    expect(server.output()).toContain('admin@demo.local');
    expect(server.output()).toContain('demo-demo');
    // Lines for people, although nobody watches.
    expect(server.output()).not.toContain('{"time"');
    expect(await health(address)).toMatchObject({ code: 200, result: { status: 'ok', database: 'embedded' } });
    expect(await signIn(address)).toMatchObject({ code: 200, message: 'success' });
    expect((await fetch(`${address}/login`)).headers.get('content-type')).toContain('text/html');
    expect(await server.stop('SIGTERM')).toBe(0);
  });

  it('[H2] a second start installs and builds nothing and answers within 5 s', async () => {
    const before = performance.now();
    const server = start('first');
    const address = await server.address;
    expect(await health(address)).toMatchObject({ code: 200 });
    const took = performance.now() - before;
    expect(await signIn(address)).toMatchObject({ code: 200 });
    await server.stop('SIGINT');
    expect(server.output()).not.toMatch(/Собираем|Устанавливаем/);
    expect(took).toBeLessThan(5 * SECONDS);
  });

  it('[Z26] [Z28] a crash is a line of the log, without what is attached to the error', async () => {
    const preload = join(folder, 'crash.mjs');
    const crash = "throw Object.assign(new Error('broken'), { values: 'neverLogged' })";
    writeFileSync(preload, `process.on('SIGUSR2', () => { ${crash} });`);
    const server = start('first', { NODE_OPTIONS: `--import=${preload}`, LOG_FORMAT: 'json' });
    await server.address;
    expect(await server.stop('SIGUSR2')).toBe(1);
    const lines = server.output().trim().split('\n');
    const error = { message: 'broken', stack: expect.stringContaining('at ') as string };
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ level: 'error', message: 'the server ends', error });
    expect(server.output()).not.toContain('neverLogged');
  });

  it('[H17] neither a password nor a token is in the log', async () => {
    const server = start('first', { LOG_FORMAT: 'json' });
    const address = await server.address;
    const { token } = (await signIn(address)).result.accessToken;
    const wrong = JSON.stringify({ email: 'admin@demo.local', password: 'neverLogged' });
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
    await fetch(`${address}/api/auth/login`, { method: 'POST', headers, body: wrong });
    await fetch(`${address}/api/auth/login`, { method: 'POST', headers, body: wrong.slice(0, -1) });
    await fetch(`${address}/api/nowhere?password=neverLogged`, { headers });
    await server.stop('SIGTERM');
    expect(server.output()).toContain('"path":"/api/nowhere"');
    expect(server.output()).not.toContain('neverLogged');
    expect(server.output()).not.toContain(token.slice(-20));
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
    '[H12] what was acknowledged before %s is there at the next start',
    async signal => {
      const server = start('first');
      const address = await server.address;
      const { result } = await signIn(address);
      const headers = { Authorization: `Bearer ${result.accessToken.token}`, 'Content-Type': 'application/json' };
      const name = `Записано до ${signal}`;
      const written = await fetch(`${address}/api/products`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ name }),
      });
      expect(written.status).toBe(200);
      const code = await server.stop(signal);
      if (signal !== 'SIGKILL') expect(code).toBe(0);

      const again = start('first');
      const found = await fetch(`${await again.address}/api/products?search=${encodeURIComponent(name)}`, { headers });
      expect(await found.json()).toMatchObject({ result: { items: [{ name }], total: 1 } });
      await again.stop('SIGTERM');
    },
  );

  it.each([
    { stopped: 'npm', kill: (npm: number) => process.kill(npm, 'SIGTERM') },
    { stopped: 'each process of npm', kill: (npm: number) => process.kill(-npm, 'SIGTERM') },
  ])('[H12] when $stopped is stopped, the server answers the request in progress and ends', async ({ kill }) => {
    const env = { ...process.env, PORT: '0', DATA_DIR: join(folder, 'first') };
    const npm = spawn('npm', ['start'], { env, detached: true });
    started.add(npm);
    let output = '';
    const ended = new Promise<void>(resolve => npm.stdout.on('close', resolve));
    npm.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await expect.poll(() => output, { timeout: 60 * SECONDS }).toContain('Витрина работает');
    const body = JSON.stringify({ email: 'admin@demo.local', password: 'demo-demo' });
    // Tells when the server has begun to read it.
    const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length, Expect: '100-continue' };
    const request = httpRequest(`${/http:\S+/.exec(output)?.[0]}/api/auth/login`, { method: 'POST', headers });
    const status = new Promise((resolve, reject) =>
      request.on('response', answer => resolve(answer.resume().statusCode)).on('error', reject),
    );
    await once(request, 'continue');
    kill(npm.pid ?? 0);
    // Several times the interval in which the server looks whether npm is still there.
    await sleep(SECONDS);
    request.end(body);
    expect(await status).toBe(200);
    await ended;
    expect(output).toContain('Витрина остановлена');
  });

  it('[H3] a second process on the same data directory is one sentence and exit code 1', async () => {
    const server = start('first');
    await server.address;
    const second = start('first');
    expect(await second.exit).toBe(1);
    expect(sentences(second.output())).toHaveLength(1);
    expect(second.output()).toContain('уже использует другой процесс');
    await server.stop('SIGTERM');
  });

  it('[H3] a taken port is one sentence and exit code 1', async () => {
    const taken = createServer();
    await new Promise<void>(resolve => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    const server = start('first', { PORT: String(port) });
    expect(await server.exit).toBe(1);
    expect(sentences(server.output())).toEqual([expect.stringContaining(`Порт ${port}`)]);
    taken.close();
  });

  it.each([
    { variable: 'PORT', value: 'много' },
    { variable: 'DATABASE_URL', value: 'mysql://localhost/x' },
    { variable: 'DEMO', value: 'yes' },
  ])('[H3] a broken $variable is one sentence and exit code 1', async ({ variable, value }) => {
    const server = start('broken', { [variable]: value });
    expect(await server.exit).toBe(1);
    expect(sentences(server.output())).toEqual([expect.stringContaining(variable)]);
  });

  it.each(['/proc/vitrina', `${process.cwd()}/package.json`, `${process.cwd()}/package.json/deeper`])(
    '[H3] the data directory %s, which cannot be written, is one sentence and exit code 1',
    async path => {
      const server = start('', { DATA_DIR: path });
      expect(await server.exit).toBe(1);
      expect(sentences(server.output())).toEqual([expect.stringContaining(path)]);
    },
  );

  it('[D6] demonstration accounts are refused on a HOST that is not loopback', async () => {
    const server = start('open', { HOST: '0.0.0.0', DEMO: '1' });
    expect(await server.exit).toBe(1);
    expect(sentences(server.output())).toEqual([expect.stringContaining('DEMO=0')]);
  });

  it('[D7] without demonstration there are no accounts until the operator makes one', async () => {
    const empty = start('plain', { DEMO: '0' });
    const address = await empty.address;
    expect(empty.output()).not.toContain('@demo.local');
    expect(await signIn(address)).toMatchObject({ code: 400 });
    await empty.stop('SIGTERM');

    const email = 'first@example.ru';
    const names = ['--email', email, '--first-name', 'Анна', '--last-name', 'Первая'];
    const made = spawnSync(process.execPath, ['scripts/vitrina.mjs', 'users', 'create', ...names], {
      env: { PATH: process.env['PATH'], DATA_DIR: join(folder, 'plain') },
      encoding: 'utf8',
    });
    const password = / ([\w-]{12,})\s*$/.exec(made.stdout)?.[1] ?? '';
    const server = start('plain');
    expect(await signIn(await server.address, email, password)).toMatchObject({ code: 200, message: 'success' });
    expect(server.output()).not.toContain('@demo.local');
    await server.stop('SIGTERM');
  });

  it('[S13] the secrets can be read by their owner only', () => {
    expect(statSync(join(folder, 'first/secrets.json')).mode & 0o777).toBe(0o600);
  });
});
