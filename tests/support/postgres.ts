import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

/** PostgreSQL refuses to run as root, so under root it runs as `nobody`. */
const NOBODY = 65_534;
const owner = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** Folder of PostgreSQL's server programs, or null where they are not installed. */
export const findPrograms = (): string | null => {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map(version => join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  return folders.find(folder => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl'))) ?? null;
};

/**
 * Address of the run's private cluster. The first worker that asks starts it and the others wait, so that a run without
 * PostgreSQL tests pays nothing.
 */
export const startCluster = async (programs: string, folder: string): Promise<string> => {
  const [claim, ready] = [join(folder, 'postgres.claim'), join(folder, 'postgres.url')];
  try {
    mkdirSync(claim);
  } catch {
    while (!existsSync(ready)) await setTimeout(50);
    return readFileSync(ready, 'utf8');
  }
  const data = join(folder, 'postgres');
  mkdirSync(data);
  if (owner.uid !== undefined) {
    chownSync(folder, owner.uid, owner.gid);
    chownSync(data, owner.uid, owner.gid);
  }
  const port = await freePort();
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(programs, program), args, {
      ...owner,
      cwd: data,
      stdio: 'ignore',
      env: { PATH: process.env['PATH'] },
    });
  run('initdb', '-D', data, '-U', 'vitrina', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync');
  const options = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories= -c fsync=off -c full_page_writes=off`;
  run('pg_ctl', '-D', data, '-w', '-l', join(data, 'log'), '-o', options, 'start');
  const url = `postgres://vitrina@127.0.0.1:${port}/postgres`;
  writeFileSync(`${ready}.new`, url);
  renameSync(`${ready}.new`, ready);
  return url;
};

/** Prefix of a run's database names, by which they are found and dropped. */
export const databaseNames = (run: string): string => `vitrina_test_${run}_`;

export const onPostgres = async (url: string, statement: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
};

/** Drops the databases that a run created on an existing PostgreSQL server, which outlives the run. */
export const dropDatabases = async (url: string, run: string): Promise<void> => {
  const made = await onPostgres(
    url,
    `select datname from pg_database where starts_with(datname, '${databaseNames(run)}')`,
  );
  for (const { datname } of made) await onPostgres(url, `drop database ${String(datname)} with (force)`);
};

/** Kills a cluster on this machine and starts it again, with its settings. */
export const crashCluster = (programs: string, data: string): void =>
  void execFileSync(
    join(programs, 'pg_ctl'),
    ['-D', data, '-m', 'immediate', '-w', '-l', join(data, 'log'), 'restart'],
    { ...owner, cwd: data, stdio: 'ignore' },
  );

export const stopCluster = (programs: string, folder: string): void => {
  const data = join(folder, 'postgres');
  if (!existsSync(join(data, 'postmaster.pid'))) return;
  execFileSync(join(programs, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop'], {
    ...owner,
    cwd: data,
    stdio: 'ignore',
  });
};

const freePort = (): Promise<number> =>
  new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
