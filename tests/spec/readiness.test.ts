import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterEach, expect, it, vi } from 'vitest';
import { BUILD, RELEASE } from '#contract/limits.ts';
import { readConfig } from '#server/config.ts';
import { createApp } from '#server/http/app.ts';
import type { ServerDeps } from '#server/http/deps.ts';
import { serveWeb } from '#server/http/static.ts';
import { createMailer } from '#server/mail.ts';
import { createTestLog } from '#tests/support/log.ts';
import { describeOnEmbedded, senderOf } from '#tests/support/server.ts';

const ok = { database: 'ok', files: 'ok', disk: 'ok', mail: 'ok' };

describeOnEmbedded('GET /health/ready', server => {
  const readyOf = (overrides: Partial<ServerDeps>, path = '/health/ready') => {
    const send = senderOf(createApp({ ...server().deps, ...overrides }), null);
    return () => send('GET', path);
  };
  const logged = () => {
    const lines: string[] = [];
    return {
      lines,
      log: createTestLog({ error: text => void (text.startsWith('readiness') && lines.push(text)) }),
    };
  };

  /** Time passes, but the computer's clock is set back by an hour. */
  const pass = (ms: number): void => {
    vi.advanceTimersByTime(ms);
    server().advance(-3_600_000);
  };
  afterEach(() => {
    vi.useRealTimers();
  });

  it('[X657] names each part, and fails by the part that fails, which is logged once', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { lines, log } = logged();
    let isBroken = false;
    const files = {
      ...server().deps.files,
      check: async () => (isBroken ? Promise.reject(new Error('full')) : undefined),
    };
    const ready = readyOf({ files, log });
    expect((await ready()).result).toEqual({ status: 'ok', version: RELEASE, build: BUILD, checks: ok });
    isBroken = true;
    expect((await ready()).status).toBe(200);
    for (const _ of [1, 2]) {
      pass(5000);
      expect(await ready()).toMatchObject({
        status: 504,
        message: 'Сервер не готов к работе: files. Повторите через минуту',
        result: { checks: { ...ok, files: 'failing' } },
      });
    }
    expect(lines).toEqual(['readiness: files']);
    isBroken = false;
    pass(5000);
    expect((await ready()).status).toBe(200);
  });

  it('[X657] fails without a database and on a folder that cannot be written to', async () => {
    const { lines, log } = logged();
    const db = { ...server().db, execute: () => Promise.reject(new Error('away')) } as unknown as ServerDeps['db'];
    expect(await readyOf({ db, log })()).toMatchObject({
      status: 504,
      result: { checks: { ...ok, database: 'failing' } },
    });
    expect(lines).toEqual(['readiness: database']);
    if (process.getuid?.() === 0) return;
    await chmod(server().deps.config.dataDir, 0o500);
    expect(await readyOf({ log })()).toMatchObject({ status: 504, result: { checks: { files: 'failing' } } });
  });

  it('[Z69] goes on accepting requests without a database, files and space on the disk', async () => {
    const fail = () => Promise.reject(new Error('away'));
    const broken = {
      db: { ...server().db, execute: fail } as unknown as ServerDeps['db'],
      files: { ...server().deps.files, check: fail },
      config: { ...server().deps.config, dataDir: '/nowhere' },
      log: logged().log,
    };
    expect((await readyOf(broken)()).status).toBe(504);
    expect(await readyOf(broken, '/health/accepting')()).toMatchObject({
      status: 200,
      result: { status: 'ok', version: RELEASE, build: BUILD },
    });
  });

  it('[X657] stays ready without mail, but says so', async () => {
    const refusing = createServer(socket => socket.end('554 closed\r\n'));
    await new Promise<void>(resolve => refusing.listen(0, '127.0.0.1', resolve));
    const { port } = refusing.address() as { port: number };
    const { lines, log } = logged();
    const config = { ...server().deps.config, smtpUrl: `smtp://127.0.0.1:${port}` };
    const mailer = createMailer({ config, log, webAddress: () => 'https://vitrina.example' });
    expect(await readyOf({ mailer, log })()).toMatchObject({
      status: 200,
      result: { checks: { ...ok, mail: 'failing' } },
    });
    expect(lines).toEqual(['readiness: mail']);
    refusing.close();
  });
});

it('[X302] without `/api` the address of a probe is no page, which would look like an answer of a sound server', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrina-web-'));
  await writeFile(join(folder, 'index.html'), '<p>Витрина</p>');
  const app = new Hono();
  serveWeb(app, folder, readConfig({}));
  const statusOf = async (path: string) => (await app.request(path)).status;
  for (const path of ['/health', '/health/live', '/health/ready'])
    expect([path, await statusOf(path)]).toEqual([path, 404]);
  expect(await statusOf('/content')).toBe(200);
  await rm(folder, { recursive: true });
});
