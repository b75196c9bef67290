import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Product, startProduct } from '#tests/support/product.ts';

const page = readFileSync('docs/operation.md', 'utf8');
const commands = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) => block.trim().split('\n'));
/** These need root, systemd or a container engine, or change the project. */
const NOT_RUN = /^(useradd |cp deploy\/|systemctl |journalctl |chown |docker )/;

const folder = mkdtempSync(join(tmpdir(), 'vitrina-guide-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The same command with paths of this test, without npm's start. */
const localise = (command: string): string =>
  command
    .replaceAll('/srv/', `${folder}/`)
    .replace(/ > deploy\//, ` > ${folder}/`)
    .replace(/npm run (?:--silent )?vitrina --/, 'node dist/server/vitrina.js')
    .replace(/npm run (backup|restore) --/, 'node dist/server/vitrina.js $1');

const compose = (() => {
  const text = `${readFileSync('deploy/compose.yaml', 'utf8')}\n`;
  const section = (name: string) => new RegExp(`^${name}:.*\\n((?: .*\\n|\\n)*)`, 'm').exec(text)?.[1] ?? '';
  const services = section('services')
    .split(/^ {2}(?=[\w-]+:$)/m)
    .slice(1)
    .map(service => [service.slice(0, service.indexOf(':')), service] as const);
  return { section, services: new Map(services) };
})();

describe('The page about operation', () => {
  let product: Product;
  beforeAll(async () => {
    mkdirSync(join(folder, 'backups'));
    product = await startProduct();
  });
  afterAll(() => product.stop());

  const run = (command: string) =>
    spawnSync('sh', ['-c', localise(command)], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], DATA_DIR: product.dataDir },
    });

  it('[Z17] each command does what the page promises, in its order', async () => {
    const runnable = commands.filter(command => !NOT_RUN.test(command));
    expect(runnable.length).toBeGreaterThan(12);
    for (const command of runnable) {
      if (command.endsWith(' accept')) await product.shutDown();
      const { status, stderr } = run(command);
      expect({ command, status, stderr }).toEqual({ command, status: 0, stderr: '' });
    }
    expect(JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'))).toEqual({
      access: expect.stringMatching(/^.{64}$/),
      refresh: expect.stringMatching(/^.{64}$/),
    });
  }, 300_000);
});

describe('The image', () => {
  const MB = 1e6;
  /** Compressed, as a registry stores it and a machine fetches it: Debian's slim image, Node, and our files. */
  const LIMIT_MB = 150;
  const BASE_MB = 29;
  const image = join(folder, 'image');
  let child: ChildProcess;
  let port = '';
  beforeAll(async () => {
    execFileSync(process.execPath, ['scripts/image.mjs', image]);
    child = spawn(process.execPath, ['dist/server/main.js'], {
      cwd: image,
      env: { DATA_DIR: join(folder, 'data'), PORT: '0', NODE_ENV: 'production' },
    });
    port = await new Promise<string>((resolve, reject) => {
      let output = '';
      const collect = (chunk: Buffer) => {
        output += chunk.toString();
        const found = /http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1];
        if (found) resolve(found);
      };
      child.stdout?.on('data', collect);
      child.stderr?.on('data', collect);
      child.on('close', () => reject(new Error(output)));
    });
  }, 120_000);
  afterAll(() => void child.kill('SIGKILL'));

  it('[Z18] what it collects is all that a server and its commands need, pictures and pages included', async () => {
    const response = await fetch(`http://127.0.0.1:${port}/login`);
    expect(response.headers.get('content-type')).toContain('text/html');
    const ran = spawnSync(process.execPath, ['dist/server/vitrina.js', 'users', 'list', '--json'], {
      cwd: image,
      encoding: 'utf8',
      env: { DATA_DIR: join(folder, 'data') },
    });
    expect(ran).toMatchObject({ status: 0, stdout: '[]\n', stderr: '' });
    const script =
      "import('sharp').then(({ default: sharp }) => sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } }).webp().toBuffer()).then(({ length }) => console.log(length))";
    const drawn = spawnSync(process.execPath, ['-e', script], { cwd: image, encoding: 'utf8', env: {} });
    expect(Number(drawn.stdout)).toBeGreaterThan(10);
  });

  it('[Z18] the health check of the Dockerfile follows the server', () => {
    const [, check = ''] = /HEALTHCHECK[^\n]*\\\n\s*CMD (\[.*\])/.exec(readFileSync('Dockerfile', 'utf8')) ?? [];
    const [, ...args] = JSON.parse(check) as string[];
    const statusAt = (at: string) => spawnSync(process.execPath, args, { env: { PORT: at } }).status;
    expect(statusAt(port)).toBe(0);
    expect(statusAt('1')).toBe(1);
  });

  it('[Z18] it runs as another user than root, and takes at most 150 MB', () => {
    const dockerfile = readFileSync('Dockerfile', 'utf8');
    const [, last = ''] = dockerfile.split(/^FROM debian/m);
    expect(last).toMatch(/^USER vitrina$/m);
    const pack = (...args: string[]) =>
      Number(execFileSync('sh', ['-c', 'tar -czhf - "$@" | wc -c', 'pack', ...args], { encoding: 'utf8' }));
    const bytes = pack('-C', image, '.') + pack(process.execPath);
    expect(BASE_MB + bytes / MB).toBeLessThan(LIMIT_MB);
  }, 120_000);

  it('[Z19] compose.yaml starts the servers read-only, with their secrets, behind a proxy that keeps a browser on one', () => {
    const server = compose.section('x-vitrina');
    expect(server).toContain('read_only: true');
    expect(server).toContain('cap_drop: [ALL]');
    const readme = readFileSync('README.md', 'utf8');
    const variables = [...server.matchAll(/^ {4}([A-Z_]+): /gm)].map(([, name]) => name);
    expect(variables).toContain('SECRETS_FILE');
    for (const name of variables) expect(readme).toContain(`| \`${name}\` |`);
    const { services } = compose;
    expect([...services].filter(([, text]) => text.includes('ports:')).map(([name]) => name)).toEqual(['proxy']);
    const volumes = [...compose.section('volumes').matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name);
    for (const text of [server, ...services.values()]) {
      for (const [, name] of text.matchAll(/^ +([\w-]+):\n +condition:/gm))
        expect([...services.keys()]).toContain(name);
      for (const [, name] of text.matchAll(/^ +- (\w+):\//gm)) expect(volumes).toContain(name);
    }
    const caddy = readFileSync('deploy/Caddyfile', 'utf8');
    expect(caddy).toContain('lb_policy cookie');
    expect(caddy).toContain('max_size 520MB');
  });

  it('[Z19] the proxy asks each of several servers whether it accepts requests, and the page replaces one after the other', () => {
    const servers = [...compose.services].filter(([, text]) => text.includes('<<: *vitrina'));
    const names = servers.map(([name]) => name);
    expect(names.length).toBeGreaterThan(1);
    // Two builds of one image at once can fail.
    expect(servers.filter(([, text]) => text.includes('build:')).map(([name]) => name)).toEqual(names.slice(0, 1));
    const caddy = readFileSync('deploy/Caddyfile', 'utf8');
    const [, proxied = ''] = /reverse_proxy (.*) \{/.exec(caddy) ?? [];
    expect(proxied.split(' ')).toEqual(names.map(name => `${name}:3000`));
    expect(caddy).toMatch(/^\s+health_uri \/api\/health\/accepting$/m);
    expect(caddy).toMatch(/^\s+health_interval 2s$/m);
    const replaced = commands.flatMap(command => / up .*--wait (.+)$/.exec(command)?.[1] ?? []);
    expect(replaced).toEqual(names);
    for (const [, name = ''] of page.matchAll(/ exec (\S+) node/g)) expect(names).toContain(name);
  });
});
