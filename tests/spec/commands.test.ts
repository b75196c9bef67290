import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { desc, eq } from 'drizzle-orm';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { callServer, executeCommand, serveControl } from '#server/commands/control.ts';
import { readConfig } from '#server/config.ts';
import { passwordResets, runLog, runs, securityEvents } from '#server/db/schema.ts';
import type { ServerDeps } from '#server/http/deps.ts';
import { shareEventBus } from '#server/realtime/sharedEventBus.ts';
import { runCommand } from '#tests/support/commands.ts';
import { hold } from '#tests/support/hold.ts';
import { createTestLog } from '#tests/support/log.ts';
import { describeOnBoth, useTestServer } from '#tests/support/server.ts';
import { startWholeServer } from '#tests/support/startWholeServer.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'vitrina-commands-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const anna = ['--email', 'anna@example.ru', '--first-name', 'Анна', '--last-name', 'Первая'];
const newcomer = { email: ' Anna@Example.ru', 'first-name': 'Анна', 'last-name': 'Первая', role: 'photographer' };

describeOnBoth('Commands about accounts', server => {
  const execute = async (name: string, input: object) => (await executeCommand(server().deps, name, input)).result;
  const signIn = async (email: string, password: string) =>
    (await server().as('visitor'))('POST', '/auth/login', { email, password });
  const latestEvents = (count: number) =>
    server().db.select().from(securityEvents).orderBy(desc(securityEvents.id)).limit(count);

  it('[Z1] an account that is created can sign in with the printed password', async () => {
    const made = (await execute('users create', newcomer)) as { id: number; email: string; password: string };
    expect(made.email).toBe('anna@example.ru');
    expect(await signIn('anna@example.ru', made.password)).toMatchObject({ code: 200 });
    const events = await latestEvents(2);
    expect(events.at(-1)).toMatchObject({ kind: 'user_created', user_id: null, about_id: made.id });
    const listed = await execute('users list', {});
    expect(listed).toContainEqual(expect.objectContaining({ email: 'anna@example.ru', role: 'photographer' }));
    expect(JSON.stringify(listed)).not.toContain('argon2');
  });

  it('[Z1] a taken address, a role that does not exist and an address that is none are refused', async () => {
    await execute('users create', newcomer);
    await expect(execute('users create', newcomer)).rejects.toMatchObject({ exitCode: 1, message: /уже есть/ });
    await expect(execute('users create', { ...newcomer, role: 'pilot' })).rejects.toMatchObject({
      exitCode: 2,
      message: /content_manager/,
    });
    await expect(execute('users create', { ...newcomer, email: 'anna' })).rejects.toMatchObject({ exitCode: 2 });
  });

  it('[Z2] a blocked account loses its sessions and reset links at once, and signs in again once unblocked', async () => {
    const { user } = await server().signIn('content_manager');
    const manager = await server().as('content_manager');
    await server()
      .db.insert(passwordResets)
      .values({ user_id: user.id, hash: 'hash', expires_at: new Date(Date.now() + 60_000) });
    expect(await manager('GET', '/profile')).toMatchObject({ code: 200 });
    await execute('users block', { email: user.email });
    expect(await manager('GET', '/profile')).toMatchObject({ status: 401 });
    expect(await server().db.select().from(passwordResets)).toEqual([]);
    expect(server().messages).toContainEqual({ endedSession: expect.any(String) });
    const [event] = await latestEvents(1);
    expect(event).toMatchObject({
      kind: 'user_changed',
      user_id: null,
      about_id: user.id,
      details: { fields: [{ field: 'status', before: 'active', after: 'blocked' }] },
    });
    await execute('users block', { email: user.email });
    expect(await latestEvents(1)).toEqual([event]);
    await execute('users unblock', { email: user.email });
    expect(await signIn(user.email, 'demo-demo')).toMatchObject({ code: 200 });
  });

  it('[Z2] a new password replaces the old one and ends the sessions', async () => {
    const { user } = await server().signIn('content_manager');
    const manager = await server().as('content_manager');
    const { password } = (await execute('users password', { email: user.email })) as { password: string };
    expect(await manager('GET', '/profile')).toMatchObject({ status: 401 });
    expect(await signIn(user.email, 'demo-demo')).toMatchObject({ code: 400 });
    expect(await signIn(user.email, password)).toMatchObject({ code: 200 });
    await expect(execute('users password', { email: 'nobody@example.ru' })).rejects.toMatchObject({ exitCode: 1 });
  });

  it('[Z6] jobs are listed latest first, and shown with the end of their log', async () => {
    const { db } = server();
    const { user } = await server().signIn('admin');
    const job = { user_id: user.id, started_at: new Date(), heartbeat_at: new Date() };
    const made = await db
      .insert(runs)
      .values([
        { ...job, kind: 'import', status: 'failed' },
        { ...job, kind: 'sending', status: 'processing' },
      ])
      .returning({ id: runs.id });
    const [ended, active] = made.map(({ id }) => id);
    await db
      .insert(runLog)
      .values([1, 2, 3].map(seq => ({ run_id: ended ?? 0, seq, level: 'info' as const, text: `Строка ${seq}` })));
    expect(await execute('jobs list', {})).toMatchObject([{ id: active }, { id: ended, user: user.name }]);
    expect(await execute('jobs list', { active: true })).toMatchObject([{ id: active }]);
    expect(await execute('jobs show', { id: ended, limit: 2 })).toMatchObject({
      status: 'failed',
      log: [{ text: 'Строка 2' }, { text: 'Строка 3' }],
    });
    await expect(execute('jobs show', { id: 0 })).rejects.toThrow();
    await db.delete(runs).where(eq(runs.id, active ?? 0));
  });
});

const onPostgres = inject('server').postgres ? describe : describe.skip;
onPostgres('Commands beside servers on PostgreSQL', () => {
  const server = useTestServer('postgres');

  it('[Z3] the running servers learn of a blocked account', async () => {
    const DATABASE_URL = String(server().deps.config.databaseUrl);
    const { user } = await server().signIn('content_manager');
    const stop = await shareEventBus(server().deps.realtime, DATABASE_URL, server().deps.log);
    try {
      const ran = await runCommand({ DATABASE_URL, DATA_DIR: dataDir }, 'users', 'block', user.email);
      expect(ran).toMatchObject({ code: 0, error: '' });
      await expect.poll(() => server().messages).toContainEqual({ endedSession: expect.any(String) });
    } finally {
      await stop();
    }
  });
});

describe('The socket for commands', () => {
  const server = useTestServer();
  const folderOf = (name: string) => {
    const own = join(dataDir, name);
    mkdirSync(own);
    return own;
  };
  const times = { grace: 500, notice: 0, silence: 50 };
  /** Serves commands, of which copying the database goes on until it is released. */
  const serve = async (name: string) => {
    const own = folderOf(name);
    const [begun, copying] = [hold(), hold()];
    const copyDatabase = () => {
      begun.release();
      return copying.released;
    };
    const { config } = server().deps;
    const deps = { ...server().deps, config: { ...config, dataDir: own }, draining: { hasBegun: false } };
    const close = await serveControl({ ...deps, copyDatabase }, times);
    const called = callServer(own, 'database copy', { folder: join(own, 'copy') });
    called.catch(() => undefined);
    await begun.released;
    return { own, close, called, release: copying.release };
  };

  it('[Z4] when the server stops, a command in progress may finish', async () => {
    const { own, close, called, release } = await serve('finishing');
    expect(await callServer(own, 'users list', {})).toMatchObject({ result: expect.any(Array) });
    const closed = close();
    expect(await callServer(own, 'users list', {})).toBeNull();
    release();
    expect(await called).toMatchObject({ result: {} });
    await closed;
  });

  it('[Z4] [Z24] one that takes longer is cut off, which whoever sent it learns by a sentence', async () => {
    const { close, called, release } = await serve('cut');
    await close();
    await expect(called).rejects.toThrow('Сервер остановился раньше, чем закончил команду.');
    release();
  });

  it('[Z4] a server stops at once although a connection to it has sent nothing, or half a command', async () => {
    const own = folderOf('idle');
    const config = readConfig({ DATA_DIR: own, PORT: '0', DEMO: '0' });
    const { address, close } = await startWholeServer(config, createTestLog());
    for (const sent of ['', 'POST / HTTP/1.1\r\nHost']) {
      const socket = connect(join(own, 'control.sock')).on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(sent);
    }
    const startedAt = performance.now();
    const closed = close();
    await expect(fetch(`${address}/api/health/ready`)).rejects.toThrow();
    await closed;
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });
});

describe('The command line', () => {
  it.each([
    ['users', 'list'],
    ['users', 'block', 'anna@example.ru'],
    ['jobs', 'list'],
    ['doctor'],
    ['doctor', '--repair'],
    ['secrets', 'accept'],
    ['files', 'accept'],
    ['backup', join(dataDir, 'none', 'backup')],
  ])('[Z80] %s %s without the settings of the server names its folder and makes nothing', async (...args) => {
    const own = join(dataDir, 'none');
    const ran = await runCommand({ DATA_DIR: own }, ...args);
    expect(ran).toEqual({ code: 1, out: '', error: expect.stringMatching(`${own} .*DATA_DIR`) });
    expect(existsSync(own)).toBe(false);
  });

  it('[Z80] an interrupted creation of a database is none either, and the first account says where it is', async () => {
    const own = join(dataDir, 'interrupted');
    mkdirSync(join(own, 'database'), { recursive: true });
    writeFileSync(join(own, 'database.creating'), '');
    expect(await runCommand({ DATA_DIR: own }, 'doctor')).toMatchObject({ code: 1, out: '' });
    expect(readdirSync(own).sort()).toEqual(['database', 'database.creating']);
    const made = await runCommand({ DATA_DIR: own }, 'users', 'create', ...anna);
    expect(made).toMatchObject({ code: 0, out: expect.stringContaining(own) });
    expect(await runCommand({ DATA_DIR: own }, 'doctor')).toMatchObject({ code: 0, error: '' });
  });

  it('[Z4] a socket that a killed server has left hinders nothing', async () => {
    const own = join(dataDir, 'killed');
    mkdirSync(own);
    const script = "require('net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))";
    spawnSync(process.execPath, ['-e', script, join(own, 'control.sock')]);
    expect(existsSync(join(own, 'control.sock'))).toBe(true);
    expect(await runCommand({ DATA_DIR: own }, 'users', 'create', ...anna)).toMatchObject({ code: 0, error: '' });
  });

  it('[Z24] a command that is too long is refused by a sentence', async () => {
    const own = join(dataDir, 'long');
    mkdirSync(own);
    const close = await serveControl({ config: { dataDir: own }, draining: { hasBegun: false } } as ServerDeps);
    try {
      await expect(callServer(own, 'users list', { text: 'x'.repeat(3e6) })).rejects.toThrow(
        'Команда слишком длинная.',
      );
    } finally {
      await close();
    }
  });

  it('[Z5] explains itself and each command', async () => {
    const all = await runCommand({}, '--help');
    expect(all).toMatchObject({ code: 0, error: '' });
    const names = [...all.out.matchAll(/^ {2}npm run vitrina -- ([a-z]+(?: [a-z]+)?)/gm)].map(([, name = '']) => name);
    expect(names).toEqual(expect.arrayContaining(['users create', 'jobs list', 'backup', 'restore', 'doctor']));
    for (const name of names) {
      const one = await runCommand({}, ...name.split(' '), '--help');
      expect(one, name).toMatchObject({ code: 0, error: '' });
      expect(one.out).toContain(`npm run vitrina -- ${name}`);
      expect(one.out).toContain('--json');
    }
    expect((await runCommand({}, 'users', 'create', '--help')).out).toMatch(/--first-name {2}/);
    expect((await runCommand({}, 'users', '--help')).out).not.toContain('jobs list');
  });

  it.each([
    { args: ['people'], says: 'people' },
    { args: ['users'], says: '' },
    { args: ['users', 'block'], says: '<email>' },
    { args: ['users', 'block', 'a@example.ru', 'more'], says: 'Лишнее слово: «more»' },
    { args: ['users', 'create', '--email', 'a@example.ru'], says: '--first-name' },
    { args: ['users', 'list', '--loud'], says: 'Параметра --loud у этой команды нет.' },
    { args: ['users', 'list', '-x'], says: 'Параметра -x у этой команды нет.' },
    { args: ['jobs', 'list', '--limit'], says: 'Не задано или задано неверно: --limit' },
    { args: ['jobs', 'list', '--limit', '--active'], says: 'Не задано или задано неверно: --limit' },
    { args: ['jobs', 'list', '--active=no'], says: 'Не задано или задано неверно: --active' },
    { args: ['--limit', '5', 'people'], says: 'Команды «people» нет' },
    { args: ['jobs', 'show', 'first'], says: '<id>' },
  ])('[Z5] [Z24] $args is a mistake in the command: exit code 2', async ({ args, says }) => {
    const ran = await runCommand({ DATA_DIR: dataDir }, ...args);
    expect(ran.code).toBe(2);
    expect(ran.out + ran.error).toContain(says);
    expect(ran.error).not.toMatch(/option|argument/i);
  });

  it('[Z5] options may stand before the words of a command', async () => {
    const environment = { DATA_DIR: join(dataDir, 'before') };
    await runCommand(environment, 'users', 'create', ...anna);
    for (const args of [
      ['--limit', '5', 'jobs', 'list'],
      ['--json', 'jobs', 'list', '--limit=5'],
    ])
      expect(await runCommand(environment, ...args), args.join(' ')).toMatchObject({ code: 0, error: '' });
  });

  it.each([
    { what: 'an address that is none', args: ['--email', 'anna'], says: '«anna» не похоже на адрес' },
    { what: 'an unknown role', args: ['--role', 'pilot'], says: 'Роли «pilot» нет. Есть: admin, content_manager' },
  ])('[Z80] a command with $what creates no database', async ({ args, says }) => {
    const own = join(dataDir, 'wrong');
    const ran = await runCommand({ DATA_DIR: own }, 'users', 'create', ...anna, ...args);
    expect(ran).toMatchObject({ code: 2, out: '', error: expect.stringContaining(says) });
    expect(existsSync(own)).toBe(false);
  });

  it('[Z5] what cannot be done is one sentence and exit code 1, with --json one line', async () => {
    const environment = { DATABASE_URL: 'mysql://localhost/x' };
    const ran = await runCommand(environment, 'users', 'list');
    expect(ran).toMatchObject({ code: 1, out: '', error: expect.stringContaining('DATABASE_URL') });
    const asJson = await runCommand(environment, 'users', 'list', '--json');
    expect(asJson).toMatchObject({ code: 1, error: '' });
    expect(JSON.parse(asJson.out)).toEqual({ error: ran.error });
  });

  it('[Z3] [Z5] commands open the embedded database themselves while no server runs', async () => {
    const environment = { DATA_DIR: join(dataDir, 'own') };
    const made = await runCommand(environment, 'users', 'create', ...anna, '--json');
    expect(made).toMatchObject({ code: 0, error: '' });
    expect(JSON.parse(made.out)).toMatchObject({ email: 'anna@example.ru', database: environment.DATA_DIR });
    const listed = await runCommand(environment, 'users', 'list');
    expect(listed).toMatchObject({ code: 0, out: expect.stringMatching(/anna@example\.ru +Первая Анна +admin/) });
  });
});
