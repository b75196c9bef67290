import { spawn } from 'node:child_process';
import { randomBytes, scryptSync } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash, verify } from '@node-rs/argon2';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { roleSlugs } from '#contract/roles.ts';
import { ensureRoles } from '#server/accounts/accounts.ts';
import { createPasswordQueue, hashPassword, verifyPassword } from '#server/accounts/session/passwords.ts';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/database.ts';
import { lockDirectory } from '#server/lock.ts';
import { projectRoot } from '#server/root.ts';
import { loadSecrets } from '#server/secrets.ts';

describe('The server’s house: its data directory', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vitrina-lock-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const command = () => {
    const code = `
      const { lockDirectory } = await import('./server/lock.ts');
      try { lockDirectory(${JSON.stringify(folder)}); console.log('won', process.pid); setInterval(() => {}, 1000); }
      catch (error) { console.log(error.constructor.name + ' ' + error.message); }`;
    return ['--import', 'tsx', '--input-type=module', '-e', code];
  };

  /** A process that takes the lock and keeps it until it is killed. */
  const contender = () => {
    const child = spawn(process.execPath, command(), { cwd: projectRoot });
    const output = new Promise<string>(resolve => child.stdout.once('data', data => resolve(String(data).trim())));
    const ended = new Promise<void>(resolve => child.once('exit', () => resolve()));
    return { output, kill: () => (child.kill('SIGKILL'), ended) };
  };

  const hasWon = (answer: string): boolean => answer.startsWith('won');

  /** The same, by a parent that never asks how its children ended: killed, such a process stays as a zombie. */
  const neglected = async () => {
    const script = '"$@" & exec sleep 60';
    const parent = spawn('sh', ['-c', script, 'sh', process.execPath, ...command()], { cwd: projectRoot });
    const said = await new Promise<string>(resolve => parent.stdout.once('data', data => resolve(String(data))));
    const ended = new Promise<void>(resolve => parent.once('exit', () => resolve()));
    return { pid: Number(said.split(' ')[1]), leave: () => (parent.kill('SIGKILL'), ended) };
  };
  const stateOf = (pid: number) => /\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];

  it.skipIf(process.platform !== 'linux')(
    '[H300] a killed process that nobody has waited for holds no lock',
    async () => {
      const { pid, leave } = await neglected();
      expect(() => lockDirectory(folder)).toThrow('уже использует другой процесс');
      process.kill(pid, 'SIGKILL');
      await expect.poll(() => stateOf(pid)).toBe('Z');
      lockDirectory(folder)();
      await leave();
    },
  );

  it('[H300] a copy of a data directory is not locked, another path to it is', () => {
    const copy = `${folder}-copy`;
    const link = `${folder}-link`;
    const release = lockDirectory(folder);
    cpSync(folder, copy, { recursive: true });
    symlinkSync(folder, link);
    const releaseCopy = lockDirectory(copy);
    for (const path of [folder, link, copy]) expect(() => lockDirectory(path)).toThrow('уже использует другой процесс');
    release();
    releaseCopy();
    rmSync(copy, { recursive: true });
    rmSync(link);
  });

  it('[H3] of several processes that start at once exactly one locks the directory, also after a kill', async () => {
    const first = Array.from({ length: 4 }, contender);
    const answers = await Promise.all(first.map(({ output }) => output));
    expect(answers.filter(hasWon)).toHaveLength(1);
    expect(
      answers.filter(answer => /^StartupError Папку данных .* уже использует другой процесс/.test(answer)),
    ).toHaveLength(3);
    await Promise.all(first.map(({ kill }) => kill()));
    const second = Array.from({ length: 4 }, contender);
    expect((await Promise.all(second.map(({ output }) => output))).filter(hasWon)).toHaveLength(1);
    await Promise.all(second.map(({ kill }) => kill()));
    expect(readdirSync(folder).filter(name => name.startsWith('lock'))).toHaveLength(1);
  });

  it('[H3] a released lock can be acquired, and one of a reused process id is stale', () => {
    lockDirectory(folder)();
    const release = lockDirectory(folder);
    expect(() => lockDirectory(folder)).toThrow('уже использует другой процесс');
    release();
    writeFileSync(join(folder, 'lock.9'), JSON.stringify({ pid: process.pid, started: 'long ago', released: false }));
    lockDirectory(folder)();
  });

  it('[H300] a process of another account, which may not be signalled, holds its lock', () => {
    const release = lockDirectory(folder);
    const denied = vi.spyOn(process, 'kill').mockImplementation(() => {
      throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
    });
    expect(() => lockDirectory(folder)).toThrow('уже использует другой процесс');
    denied.mockRestore();
    release();
  });

  it('[H3] an invalid variable is reported in one sentence with its name', () => {
    for (const [name, value] of [
      ['PORT', '-1'],
      ['PORT', '80x'],
      ['DATABASE_URL', 'mysql://x'],
      ['DEMO', 'yes'],
    ]) {
      expect(() => readConfig({ [name ?? '']: value })).toThrow(new RegExp(`^Переменная ${name}: \\S.+\\S$`));
    }
    expect(readConfig({ PORT: '', HOST: ' ' })).toMatchObject({ port: 3000, host: '127.0.0.1', demo: false });
    expect(() => readConfig({ DEMO: '1', HOST: '0.0.0.0' })).toThrow('DEMO=0');
    expect(() => readConfig({ DEMO: '1', HOST: 'nonsense' })).toThrow('адрес этого компьютера, например 127.0.0.1');
  });

  it('[S13] secrets are created once, and only their owner can read them', () => {
    const place = { dataDir: folder, secrets: undefined, secretsFile: undefined };
    const secrets = loadSecrets(place);
    expect(loadSecrets(place)).toEqual(secrets);
    expect(new Set(Object.values(secrets)).size).toBe(2);
    expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['secrets.json']);
  });
});

describe('The embedded database', () => {
  it('[H1] an interrupted first start is repeated', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'vitrina-cut-'));
    mkdirSync(join(dataDir, 'database'));
    writeFileSync(join(dataDir, 'database', 'PG_VERSION'), '18');
    writeFileSync(join(dataDir, 'database.creating'), '');
    const { db, close } = await openDatabase({ dataDir });
    await ensureRoles(db);
    await close();
    const again = await openDatabase({ dataDir });
    expect(await again.db.query.roles.findMany()).toHaveLength(roleSlugs.length);
    await again.close();
    expect(readdirSync(dataDir)).toEqual(['database']);
    rmSync(dataDir, { recursive: true, force: true });
  });
});

describe('Passwords', () => {
  it('[S1] a password is stored as a salted hash by Argon2id', async () => {
    const [one, two] = await Promise.all([hashPassword('Пароль-1'), hashPassword('Пароль-1')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=32768,t=3,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(two);
    expect(await verifyPassword('Пароль-1', one)).toBe(true);
    expect(await verifyPassword('Пароль-1'.normalize('NFD'), one)).toBe(true);
    expect(await verifyPassword('пароль-1', one)).toBe(false);
    expect(await verifyPassword('', null)).toBe(false);
  });

  it('[S1] a hash by scrypt, as older databases have, stays valid', async () => {
    const salt = randomBytes(16);
    const key = scryptSync('Пароль-1', salt, 32, { N: 2 ** 10, r: 8, p: 3 });
    const stored = ['scrypt', 2 ** 10, 8, 3, salt.toString('base64url'), key.toString('base64url')].join('$');
    expect(await verifyPassword('Пароль-1', stored)).toBe(true);
    expect(await verifyPassword('пароль-1', stored)).toBe(false);
  });

  it('[S1] at most two are hashed at a time', async () => {
    let running = 0;
    let most = 0;
    const count = async <R>(result: Promise<R>): Promise<R> => {
      running += 1;
      most = Math.max(most, running);
      return result.finally(() => (running -= 1));
    };
    const algorithm = { hash: (...given: Parameters<typeof hash>) => count(hash(...given)), verify };
    const passwords = createPasswordQueue({ algorithm });
    await Promise.all(Array.from({ length: 5 }, (_, at) => passwords(`place ${at}`, ({ hash }) => hash('x'))));
    expect([most, running]).toEqual([2, 0]);
  });
});
