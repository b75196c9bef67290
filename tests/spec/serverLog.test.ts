import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { connect } from 'node:net';
import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { API_BASE } from '#contract/limits.ts';
import { readConfig } from '#server/config.ts';
import { createApp } from '#server/http/app.ts';
import type { ServerDeps } from '#server/http/deps.ts';
import { identifyRequest } from '#server/http/identifyRequest.ts';
import { observeRequests } from '#server/http/observeRequests.ts';
import { projectRoot } from '#server/root.ts';
import { runInWorkContext } from '#server/workContext.ts';
import { portOf, useListeners } from '#tests/support/listening.ts';
import { recordLog } from '#tests/support/log.ts';
import { useTestServer } from '#tests/support/server.ts';

const request = { id: '7K3M-Q9TD', method: 'GET', path: '/api/products', userId: 7 };
const opaque = 'Zt3_kQ9x-uV7bN2mL5pR8sW1yC4dF6gH0jK2lM4nO8q';
const digest = 'ab12'.repeat(16);

describe('The log', () => {
  it('[Z26] is a line of JSON for each event, which names the request', () => {
    const { log, lines, entries } = recordLog();
    log.info('started', { port: 3000 });
    runInWorkContext({ request }, () => log.warn('slow', { durationMs: 1.5 }));
    expect(lines).toEqual([expect.stringMatching(/^\{.*\}\n$/), expect.stringMatching(/^\{.*\}\n$/)]);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;
    expect(entries()).toEqual([
      { time, level: 'info', message: 'started', port: 3000 },
      {
        time,
        level: 'warn',
        message: 'slow',
        requestId: '7K3M-Q9TD',
        userId: 7,
        method: 'GET',
        path: '/api/products',
        durationMs: 1.5,
      },
    ]);
  });

  it('[Z26] has the stack of an error and its causes', () => {
    const { log, entries } = recordLog();
    const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', password: 'qwerty-1' });
    log.error('mail', new TypeError('not sent\n    at nowhere', { cause: new AggregateError([cause], 'all failed') }));
    log.error('mail', 'no answer');
    const stackOf = (start: string) =>
      expect.stringMatching(new RegExp(`^${start}\\n +at .*serverLog\\.test`)) as string;
    expect(entries().map(({ error }) => error)).toEqual([
      {
        type: 'TypeError',
        message: 'not sent\n    at nowhere',
        stack: stackOf('TypeError: not sent\n    at nowhere'),
        cause: {
          type: 'AggregateError',
          message: 'all failed',
          stack: stackOf('AggregateError: all failed'),
          cause: {
            type: 'Error',
            message: 'connect ECONNREFUSED',
            code: 'ECONNREFUSED',
            stack: stackOf('Error: connect ECONNREFUSED'),
          },
        },
      },
      { type: 'string', message: 'no answer' },
    ]);
    const circular = new Error('round');
    circular.cause = circular;
    log.error('loop', circular);
  });

  it('[Z26] in a terminal is for people', () => {
    const { log, lines } = recordLog('debug', 'text');
    log.info('Витрина работает');
    runInWorkContext({ request }, () => log.debug('request', { status: 200, durationMs: 12.3, aborted: true }));
    log.error(
      'mail',
      Object.assign(new Error('down'), { stack: 'Error: down\n    at send (mail.ts:1:2)', cause: 'why' }),
    );
    expect(lines.map(line => line.replace(/^\d\d:\d\d:\d\d/, '-'))).toEqual([
      '- Витрина работает\n',
      '- DEBUG request GET /api/products 200 12.3 ms requestId=7K3M-Q9TD userId=7 aborted=true\n',
      '- ERROR mail\n  Error: down\n      at send (mail.ts:1:2)\n  cause: string: why\n',
    ]);
  });

  it('[Z26] nobody can forge a line of it or control a terminal', () => {
    for (const format of ['json', 'text'] as const) {
      const { log, lines } = recordLog('debug', format);
      log.error('mail', 'x\u001B[2J\n12:00:00 forged\u009B2J');
      const printed = lines.join('');
      expect(printed.split('\n').filter(line => line.startsWith('12:00:00'))).toEqual([]);
      expect(printed).not.toContain('\u001B');
      if (format === 'text') expect(printed).not.toContain('\u009B');
    }
  });

  it.each([
    ['error', ['e']],
    ['warn', ['w', 'e']],
    ['info', ['i', 'w', 'e']],
    ['debug', ['d', 'i', 'w', 'e']],
  ] as const)('[Z26] LOG_LEVEL=%s leaves out what is less important', (level, expected) => {
    const { log, entries } = recordLog(level);
    log.debug('d');
    log.info('i');
    log.warn('w');
    log.error('e', null);
    expect(entries().map(({ message }) => message)).toEqual(expected);
  });

  it('[Z26] [Z27] the format depends on the terminal, and the access log on the format, unless they are set', () => {
    const read = (environment: Record<string, string>, isTerminal: boolean) => {
      const { logFormat, logLevel, accessLog } = readConfig(environment, { isTerminal });
      return [logFormat, logLevel, accessLog];
    };
    expect(read({}, true)).toEqual(['text', 'info', false]);
    expect(read({}, false)).toEqual(['json', 'info', true]);
    expect(read({ LOG_FORMAT: 'json', ACCESS_LOG: '0', LOG_LEVEL: 'warn' }, true)).toEqual(['json', 'warn', false]);
    expect(read({ LOG_FORMAT: 'text', ACCESS_LOG: '1' }, false)).toEqual(['text', 'info', true]);
    for (const name of ['LOG_FORMAT', 'LOG_LEVEL', 'ACCESS_LOG'])
      expect(() => readConfig({ [name]: 'some' })).toThrow(`Переменная ${name}`);
  });
});

describe('A log that cannot be written', () => {
  const code = `
    const { openStandardOutput } = await import('./server/log.ts');
    process.once('uncaughtException', ({ code }) => { console.error(code); process.exit(1); });
    const write = openStandardOutput();
    for (const text of ['a', 'b', 'c']) {
      write(text);
      await new Promise(resolve => setTimeout(resolve, 100));
    }
    console.error('goes on');`;
  const writeTo = async (output: 'pipe' | number) => {
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
      cwd: projectRoot,
      stdio: ['ignore', output, 'pipe'],
    });
    child.stdout?.destroy();
    const said = child.stderr?.toArray();
    const [status] = (await once(child, 'exit')) as [number];
    return {
      status,
      said: Buffer.concat((await said) as Buffer[])
        .toString()
        .trim(),
    };
  };

  it.skipIf(!existsSync('/dev/full'))('[Z26] costs lines on a full disk, but ends no server', async () => {
    const full = openSync('/dev/full', 'w');
    expect(await writeTo(full)).toEqual({ status: 0, said: 'goes on' });
    closeSync(full);
  });

  it('[Z26] ends a server whose log nobody reads any more', async () => {
    expect(await writeTo('pipe')).toEqual({ status: 1, said: 'EPIPE' });
  });
});

describe('Secrets and the log', () => {
  const server = useTestServer();

  it.each([
    ['a bearer token', `sent Bearer ${opaque}`, opaque],
    ['an opaque token', `no session ${opaque}`, opaque],
    ['a password', '{"email":"x","password":"qwerty-1"}', 'qwerty-1'],
    ['the query of an address', 'GET https://x.example/reset-password?token=abc failed', 'abc'],
    ['a password in an address', 'cannot reach smtp://vitrina:qwerty-1@mail.example', 'qwerty-1'],
    ['an e-mail address', 'no mailbox anna@example.com', 'anna'],
  ])('[Z28] an error with %s is logged without it', (_, text, secret) => {
    const { log, lines } = recordLog();
    log.error('x', new Error('outer', { cause: new Error(text) }));
    log.error('x', text);
    expect(lines.join('')).not.toContain(secret);
  });

  it('[Z28] a failed statement is logged without its values, but with its state and place', async () => {
    const { log, lines, entries } = recordLog();
    const failed = server().db.execute(sql`select ${'qwerty-1'}::text, ${'anna'}::text from nowhere`);
    log.error('x', await failed.catch((error: unknown) => error));
    expect(lines.join('')).not.toMatch(/qwerty-1|anna/);
    expect(entries()).toMatchObject([
      {
        error: {
          message: 'A statement failed',
          stack: expect.stringMatching(/^Error: A statement failed\n +at /) as string,
          cause: { code: '42P01', message: 'relation "nowhere" does not exist' },
        },
      },
    ]);
  });

  it('[Z28] the digest of a stored file can be read', () => {
    const { log, lines } = recordLog();
    log.error('x', new Error(`ENOENT: /data/files/images/ab/${digest}/original`));
    expect(lines.join('')).toContain(digest);
  });
});

describe('The access log', () => {
  const server = useTestServer();
  const listenTo = useListeners();
  const observe = (overrides: Partial<ServerDeps['config']> = {}) => {
    const recorded = recordLog();
    const config = { ...server().deps.config, ...overrides };
    return { ...recorded, app: createApp({ ...server().deps, log: recorded.log, config }) };
  };
  const listen = async (app: Hono) => portOf(await listenTo(app));

  it('[Z27] each call is a line with its user, status and duration, without its query, token or body', async () => {
    const { app, lines, entries } = observe();
    const { user, access } = await server().signIn('accountant');
    const headers = { Authorization: `Bearer ${access}`, Cookie: 'sid=qwerty-2', 'X-Request-Id': 'asked' };
    await app.request(`${API_BASE}/products?search=qwerty-1`, { headers });
    await app.request(`${API_BASE}/nowhere/%0Aforged?password=qwerty-1`, { headers: { 'X-Request-Id': 'lost' } });
    const wrong = JSON.stringify({ email: user.email, password: 'qwerty-1' });
    const login = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: wrong };
    await app.request(`${API_BASE}/auth/login`, login);
    const [time, durationMs] = [expect.any(String) as string, expect.any(Number) as number];
    const common = { time, level: 'info', message: 'request', durationMs };
    expect(entries()).toEqual([
      { ...common, requestId: 'asked', userId: user.id, method: 'GET', path: '/api/products', status: 200 },
      { ...common, requestId: 'lost', method: 'GET', path: '/api/nowhere/%0Aforged', status: 404 },
      { ...common, requestId: expect.any(String) as string, method: 'POST', path: '/api/auth/login', status: 400 },
    ]);
    expect(lines.join('')).not.toMatch(new RegExp(`qwerty|${access.slice(-20)}|${user.email}`));
  });

  it('[Z27] names also who acts as the user', async () => {
    const { app, entries } = observe();
    const { user, access } = await server().signIn('admin');
    const other = await server().createUser('accountant');
    const authorized = { Authorization: `Bearer ${access}`, 'Content-Type': 'application/json' };
    const acting = await app.request(`${API_BASE}/users/auth/${other.id}`, {
      method: 'POST',
      headers: authorized,
      body: '{}',
    });
    const { result } = (await acting.json()) as { result: { accessToken: { token: string } } };
    await app.request(`${API_BASE}/profile`, { headers: { Authorization: `Bearer ${result.accessToken.token}` } });
    expect(entries().at(-1)).toMatchObject({ userId: other.id, actorId: user.id });
  });

  it('[Z27] a sound answer to a probe is logged at the level debug, an unsound one like any other', async () => {
    const { app, entries } = observe();
    await app.request(`${API_BASE}/health/live`);
    await app.request(`${API_BASE}/health/nothing`);
    expect(entries().map(({ level }) => level)).toEqual(['debug', 'info']);
  });

  it('[Z27] ACCESS_LOG=0 leaves only what went wrong', async () => {
    const { app, lines } = observe({ accessLog: false });
    await app.request(`${API_BASE}/profile`);
    expect(lines).toEqual([]);
  });

  it('[Z27] a download is logged when it has been sent, or as aborted', async () => {
    const { log, entries } = recordLog();
    const app = new Hono().use(identifyRequest, observeRequests({ log, config: server().deps.config }));
    app.get('/api/slow', context => {
      const body = new ReadableStream({
        start: controller => void setTimeout(() => [controller.enqueue(new Uint8Array(9)), controller.close()], 50),
      });
      return context.body(body);
    });
    app.get('/api/endless', context =>
      context.body(new ReadableStream({ start: it => it.enqueue(new Uint8Array(9)) })),
    );
    const port = await listen(app);
    await (await fetch(`http://127.0.0.1:${port}/api/slow`)).text();
    await expect.poll(entries).toHaveLength(1);
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /api/endless HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
    socket.destroy();
    await expect.poll(entries).toHaveLength(2);
    const [slow, endless] = entries();
    expect(slow?.['durationMs']).toBeGreaterThanOrEqual(45);
    expect(slow).not.toHaveProperty('aborted');
    expect(endless).toMatchObject({ path: '/api/endless', status: 200, aborted: true });
  });
});
