import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importImageLimits } from '#contract/limits.ts';
import { findPrograms, startCluster, stopCluster } from '#tests/support/postgres.ts';
import { type Product, startProduct } from '#tests/support/product.ts';

const page = readFileSync('docs/operation.md', 'utf8');
const commandsIn = (text: string): string[] =>
  [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) => block.trim().split('\n'));
const commands = commandsIn(page);
/** These need systemd, another user or a container engine. PostgreSQL and the unit have tests of their own. */
const NOT_RUN = /^(useradd |systemctl |journalctl |chown |docker |psql )/;

const folder = mkdtempSync(join(tmpdir(), 'vitrina-guide-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The same text with folders of this test, and as the user who runs it. */
const localise = (text: string): string =>
  text
    .replaceAll(/(?<![\w.}])\/(srv|opt|etc|var)\//g, `${folder}/$1/`)
    .replaceAll(/\bdeploy\/(\.env|secrets\.json|backups)/g, `${folder}/deploy/$1`)
    .replaceAll(/ -[og] (vitrina|10001)\b/g, '')
    .replace(/^sudo -u vitrina /, '')
    .replace('/usr/bin/node', process.execPath);

const PATH = process.env['PATH'];
const run = (command: string, environment: Record<string, string> = {}) => {
  const env = { PATH, npm_config_update_notifier: 'false', ...environment };
  const { status, stdout, stderr } = spawnSync('sh', ['-c', localise(command)], { encoding: 'utf8', env });
  return { command, status, stdout, stderr };
};
const expectDone = (command: string, environment?: Record<string, string>): string => {
  const { stdout, ...rest } = run(command, environment);
  expect(rest).toEqual({ command, status: 0, stderr: '' });
  return stdout;
};

/** The port that a server prints. */
const readPort = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
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

const compose = (() => {
  const text = `${readFileSync('deploy/compose.yaml', 'utf8')}\n`;
  const section = (name: string) => new RegExp(`^${name}:.*\\n((?: .*\\n|\\n)*)`, 'm').exec(text)?.[1] ?? '';
  const services = section('services')
    .split(/^ {2}(?=[\w-]+:$)/m)
    .slice(1)
    .map(service => [service.slice(0, service.indexOf(':')), service] as const);
  return { section, services: new Map(services) };
})();

const [beforeService = '', service = '', afterService = ''] = page.split(/^## (?:systemd|Containers)$/m);

describe('The page about operation', () => {
  let product: Product;
  let unit: ChildProcess | undefined;
  beforeAll(async () => {
    for (const name of ['deploy', 'opt', 'etc/systemd/system', 'var/lib'])
      mkdirSync(join(folder, name), { recursive: true });
    product = await startProduct();
  });
  afterAll(async () => {
    unit?.kill('SIGKILL');
    await product.stop();
  });

  it('[Z17] each command does what the page promises, in its order', () => {
    expect(commands.length).toBeGreaterThan(25);
    const runnable = commandsIn(beforeService).filter(command => !NOT_RUN.test(command));
    const accepting = runnable.filter(command => command.endsWith(' accept'));
    expect(accepting).toHaveLength(2);
    for (const command of runnable.filter(command => !accepting.includes(command)))
      expectDone(command, { DATA_DIR: product.dataDir });
    for (const command of commandsIn(afterService).filter(command => !NOT_RUN.test(command))) expectDone(command);
    expect(JSON.parse(readFileSync(join(folder, 'deploy/secrets.json'), 'utf8'))).toEqual({
      access: expect.stringMatching(/^.{64}$/),
      refresh: expect.stringMatching(/^.{64}$/),
    });
  });

  it('[Z17] what needs a stopped server works while none runs', async () => {
    await product.shutDown();
    const from = commands.findIndex(command => command.endsWith(' accept'));
    for (const command of commandsIn(beforeService).slice(from)) expectDone(command, { DATA_DIR: product.dataDir });
  });

  it('[Z82] the unit runs what was collected, and commands and cron find its settings', async () => {
    const settings = join(folder, 'etc/vitrina.env');
    for (const command of commandsIn(service)) {
      if (command.startsWith('systemctl ')) {
        unit = startUnit(readFileSync(join(folder, 'etc/systemd/system/vitrina.service'), 'utf8'));
        await readPort(unit);
      } else if (!NOT_RUN.test(command)) expectDone(command);
      if (command.endsWith('vitrina.env'))
        writeFileSync(settings, `${localise(readFileSync(settings, 'utf8'))}PORT=0\n`);
    }
    expect(readdirSync(join(folder, 'var/lib/vitrina'))).toContain('control.sock');

    const [, line = ''] = /^30 2 \* \* \* vitrina (.*)$/m.exec(service) ?? [];
    const backups = join(folder, 'srv/backups');
    const twentyDaysAgo = new Date(Date.now() - 20 * 24 * 3_600_000);
    const age = (name: string) => utimesSync(join(backups, name), twentyDaysAgo, twentyDaysAgo);
    mkdirSync(join(backups, 'old'));
    age('old');
    const nightly = line.replaceAll('\\%', '%');
    // A night on which the backup fails.
    renameSync(settings, `${settings}.away`);
    expect(run(nightly).status).not.toBe(0);
    renameSync(`${settings}.away`, settings);
    expect(readdirSync(backups)).toContain('old');
    expectDone(nightly);
    const today = expectDone('date +%F').trim();
    expect(readdirSync(backups).sort()).toEqual([today, 'monday']);
    const rows = readFileSync(join(backups, today, 'manifest.json'), 'utf8');
    expect((JSON.parse(rows) as { tables: { users: { rows: number } } }).tables.users.rows).toBe(1);
  });

  it('[Z82] the unit goes on trying to start while PostgreSQL is away', () => {
    const unitFile = readFileSync('deploy/vitrina.service', 'utf8');
    expect(unitFile).toMatch(/^After=.*\bpostgresql\.service$/m);
    expect(unitFile).toMatch(/^StartLimitIntervalSec=0$/m);
    expect(unitFile).toMatch(/^Restart=on-failure$/m);
  });
});

/** As systemd would start it. */
const startUnit = (unit: string): ChildProcess => {
  const setting = (name: string) => localise(new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '');
  const file = setting('EnvironmentFile');
  const script = `set -a; . ${file}; cd ${setting('WorkingDirectory')}; exec ${setting('ExecStart')}`;
  return spawn('sh', ['-c', script], { env: { PATH, NODE_ENV: 'production' } });
};

const programs = findPrograms();

describe('The page about operation on PostgreSQL', () => {
  const own = mkdtempSync(join(tmpdir(), 'vitrina-guide-postgres-'));
  afterAll(() => {
    if (programs) stopCluster(programs, own);
    rmSync(own, { recursive: true, force: true });
  });

  it.runIf(programs)('[Z17] a role that owns its database suffices', async () => {
    const { hostname, port } = new URL(await startCluster(programs ?? '', own));
    const [command = ''] = commands.filter(command => command.startsWith('psql '));
    // The cluster of this test has a role of the same name already.
    const renamed = command.replaceAll(/\b(role|database|owner) vitrina\b/g, '$1 guide');
    const server = { PGHOST: hostname, PGPORT: port, PGUSER: 'vitrina', PGDATABASE: 'postgres' };
    expectDone(renamed, { ...server, PATH: `${PATH}:${programs}` });
    const [, address = ''] = /`(postgres:\/\/vitrina:.*?)`/.exec(page) ?? [];
    const DATABASE_URL = address.replace(/vitrina:(.*)@127\.0\.0\.1\/vitrina/, `guide:$1@${hostname}:${port}/guide`);
    const environment = { DATABASE_URL, DATA_DIR: join(own, 'data') };
    expectDone(
      'node dist/server/vitrina.js users create --email a@example.ru --first-name Анна --last-name Первая',
      environment,
    );
  });
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
    port = await readPort(child);
  });
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
  });

  it('[Z19] compose.yaml starts the servers read-only, with their secrets, behind a proxy that keeps a browser on one', () => {
    const server = compose.section('x-vitrina');
    expect(server).toContain('read_only: true');
    expect(server).toContain('cap_drop: [ALL]');
    const readme = readFileSync('README.md', 'utf8');
    const variables = [...server.matchAll(/^ {4}([A-Z_]+): /gm)].map(([, name]) => name);
    expect(variables).toContain('SECRETS_FILE');
    for (const name of variables) expect(readme).toContain(`| \`${name}\` |`);
    expect(server).toMatch(/^ {2}env_file:\n {4}- path: \.env$/m);
    const ownNames = [...readFileSync('deploy/compose.yaml', 'utf8').matchAll(/\$\{([A-Z_]+)/g)].map(
      ([, name]) => name,
    );
    for (const [, name = ''] of readFileSync('deploy/env.example', 'utf8').matchAll(/^(?:# )?([A-Z_]+)=/gm))
      expect(ownNames.includes(name) || readme.includes(`| \`${name}\` |`), name).toBe(true);
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
    expect(caddy).toContain('max_size 520MiB');
  });

  it('[Z84] nginx as the README sets it up admits and waits for as much as Caddy', () => {
    const [, nginx = ''] = /^```nginx\n([\s\S]*?)^```$/m.exec(readFileSync('README.md', 'utf8')) ?? [];
    const caddy = readFileSync('deploy/Caddyfile', 'utf8');
    const numberIn = (text: string, setting: RegExp) => Number(setting.exec(text)?.[1]);
    const megabytes = numberIn(nginx, /^client_max_body_size (\d+)m;$/m);
    expect(megabytes).toBe(numberIn(caddy, /max_size (\d+)MiB/));
    expect(megabytes * 2 ** 20).toBeGreaterThan(importImageLimits.archiveBytes);
    expect(numberIn(nginx, /^proxy_read_timeout (\d+)s;$/m)).toBe(numberIn(caddy, /response_header_timeout (\d+)s/));
  });

  it('[Z83] compose.yaml keeps what the image needs from deploy/.env, and the page names what it sets itself', () => {
    const own = [...compose.section('x-vitrina').matchAll(/^ {4}([A-Z_]+): "?(.*?)"?$/gm)];
    const [, settings = ''] = /^ENV (.*)$/m.exec(readFileSync('Dockerfile', 'utf8')) ?? [];
    const readme = readFileSync('README.md', 'utf8');
    const needed = settings.split(' ').filter(setting => readme.includes(`| \`${setting.split('=')[0]}\` |`));
    expect(needed).toHaveLength(3);
    expect(own.map(([, name, value]) => `${name}=${value}`)).toEqual(expect.arrayContaining(needed));
    const [, named = ''] = /except those that `compose\.yaml` sets itself \(([^)]*)\)/.exec(page) ?? [];
    expect(named.match(/[A-Z_]+/g)?.toSorted()).toEqual(own.map(([, name]) => name).toSorted());
  });

  it('[Z83] the page makes the folder of backups for the user of the image, and restores before the servers start', () => {
    const [, uid = ''] = /useradd .*--uid (\d+)/.exec(readFileSync('Dockerfile', 'utf8')) ?? [];
    const at = (part: string) => commandsIn(afterService).findIndex(command => command.includes(part));
    const folderOf = /\$\{BACKUPS:-\.\/(\w+)\}:(\/\w+)/.exec(compose.section('x-vitrina')) ?? [];
    expect(at(`install -d -o ${uid} -m 700 deploy/${folderOf[1]}`)).toBeGreaterThanOrEqual(0);
    expect(at('install -d')).toBeLessThan(at(' up '));
    expect(at(`run --rm --build vitrina-1 node dist/server/vitrina.js restore ${folderOf[2]}/`)).toBeGreaterThan(0);
    // So that the command waits for the database and the bucket.
    expect(compose.section('x-vitrina')).toMatch(/^ {4}bucket:\n {6}condition: service_completed_successfully$/m);
    expect(readFileSync('.gitignore', 'utf8')).toContain(`deploy/${folderOf[1]}\n`);
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
    for (const [, name = ''] of page.matchAll(/ (?:exec|run --rm --build) (\S+) node/g)) expect(names).toContain(name);
  });
});
