import { describe, expect, it } from 'vitest';
import type { ImportRun } from '#contract/importing.ts';
import { API_BASE } from '#contract/limits.ts';
import { createBackgroundTasks } from '#server/backgroundTasks.ts';
import { createApp } from '#server/http/app.ts';
import type { ServerDeps } from '#server/http/deps.ts';
import { recoverImports } from '#server/imports/importJob.ts';
import { createEventBus } from '#server/realtime/eventBus.ts';
import { getWorkContext, keepWorkContext, runInWorkContext } from '#server/workContext.ts';
import { eventually } from '#tests/support/eventually.ts';
import { formOf, goods, header, IMPORT, nextEvent } from '#tests/support/importing.ts';
import { recordLog } from '#tests/support/log.ts';
import { senderOf, useTestServer } from '#tests/support/server.ts';
import { csvOf } from '#tests/support/tables.ts';

const ORIGIN = 'https://vitrina.example';
/** Read outside of the request, as a download is. */
const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
};
const OWN_ID = /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/;

describe('Request ids', () => {
  const server = useTestServer();
  const ask = (path: string, headers: Record<string, string> = {}, overrides: Partial<ServerDeps> = {}) =>
    createApp({ ...server().deps, ...overrides }).request(`${API_BASE}${path}`, { headers });
  const idOf = async (...call: Parameters<typeof ask>) => (await ask(...call)).headers.get('X-Request-Id');

  it.each(['/health', '/profile', '/nowhere', '/products?sort=nothing'])(
    '[X658] each answer of %s has an id of its own, failures too',
    async path => {
      const ids = [await idOf(path), await idOf(path)];
      for (const id of ids) expect(id).toMatch(OWN_ID);
      expect(ids[0]).not.toBe(ids[1]);
    },
  );

  it.each(['7f9c1e0a-52b4-4f0e-9a52-1d6a4e2b7c11', 'K7', 'web_1-42'])('[X658] the id %s is kept', async id => {
    expect(await idOf('/health', { 'X-Request-Id': id })).toBe(id);
    expect(await idOf('/nowhere', { 'X-Request-Id': id })).toBe(id);
  });

  it.each([
    ['too long', 'a'.repeat(37)],
    ['with a space', 'a b'],
    ['with a quote', 'a"b'],
    ['with other letters', 'a=b.c'],
    ['empty', ''],
  ])('[X658] an id %s is replaced', async (_, id) => {
    expect(await idOf('/health', { 'X-Request-Id': id })).toMatch(OWN_ID);
  });

  it('[X658] pages of other origins may read it', async () => {
    const config = { ...server().deps.config, allowedOrigins: [ORIGIN] };
    const { headers } = await ask('/nowhere', { Origin: ORIGIN }, { config });
    expect(headers.get('Access-Control-Expose-Headers')).toContain('X-Request-Id');
    expect(headers.get('X-Request-Id')).toMatch(OWN_ID);
  });
});

describe('Request ids in the log', () => {
  const server = useTestServer();
  const restore = async (overrides: Partial<ServerDeps>) => {
    const { email } = await server().createUser('accountant');
    const { log, entries } = recordLog('error');
    const backgroundTasks = createBackgroundTasks(log);
    const app = createApp({ ...server().deps, log, backgroundTasks, ...overrides });
    const answer = await app.request(`${API_BASE}/auth/restore`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Request-Id': 'asked' },
      body: JSON.stringify({ email }),
    });
    await backgroundTasks.whenSettled();
    return { status: answer.status, logged: entries() };
  };

  it('[Z25] a fault names its request', async () => {
    const clock = () => {
      throw new Error('no time');
    };
    expect(await restore({ clock })).toMatchObject({
      status: 500,
      logged: [{ message: 'request failed', requestId: 'asked', path: '/api/auth/restore' }],
    });
  });

  it('[Z25] so does work that goes on after the answer', async () => {
    const mailer = { ...server().deps.mailer, send: () => Promise.reject(new Error('no post')) };
    expect(await restore({ mailer })).toMatchObject({
      status: 200,
      logged: [{ message: 'restore', requestId: 'asked', error: { message: 'no post' } }],
    });
  });

  it('[Z25] so does an import that it has started, to its end', async () => {
    const ids = new Set<string | undefined>();
    const stop = server().deps.realtime.listen(message => {
      if ('event' in message && message.event.startsWith('IMPORT_')) ids.add(getWorkContext().request?.id);
    });
    const ready = nextEvent(server(), 'IMPORT_READY');
    const send = await server().as('content_manager');
    const table = formOf(['table', csvOf([header, ...goods(1, 3)])]);
    expect((await send('POST', IMPORT, table, { 'X-Request-Id': 'asked' })).status).toBe(200);
    await ready;
    stop();
    expect([...ids]).toEqual(['asked']);
  });

  it('[Z25] [Z63] so does an import that another process carries out, in the language of whoever has started it', async () => {
    const { config, ...others } = server().deps;
    const app = createApp({ ...others, config: { ...config, roles: ['web'] } });
    const { access } = await server().signIn('content_manager');
    const send = senderOf(app, access);
    const headers = { 'X-Request-Id': 'asked', 'Accept-Language': 'en' };
    const { status, result } = await send('POST', IMPORT, formOf(['table', csvOf([header, ...goods(1, 3)])]), headers);
    expect(status).toBe(200);
    const realtime = createEventBus();
    const contexts: object[] = [];
    realtime.listen(message => {
      const { request, locale } = getWorkContext();
      if ('event' in message && message.event.startsWith('IMPORT_')) contexts.push({ ...request, locale });
    });
    const { id } = result as ImportRun;
    const read = () => send('GET', `${IMPORT}/runs/${id}`);
    // As if somebody's look at the import had found it.
    const stop = await runInWorkContext({ request: { id: 'found', method: 'GET', path: '/' } }, () =>
      recoverImports({ ...server().deps, realtime }),
    );
    await eventually(async () => expect((await read()).result).toMatchObject({ status: 'finished' }));
    await stop();
    const started = { id: 'asked', method: 'POST', path: `${API_BASE}${IMPORT}`, locale: 'en' };
    expect(contexts.length).toBeGreaterThan(0);
    for (const context of contexts) expect(context).toMatchObject(started);
    const shown = JSON.stringify([(await read()).result, (await send('GET', IMPORT)).result]);
    expect(shown).toContain('Import finished');
    expect(shown).not.toContain('asked');
  });

  it('[Z25] so does a file that is still being sent', async () => {
    const ids = async function* () {
      yield getWorkContext().request?.id;
      await Promise.resolve();
      yield getWorkContext().request?.id;
    };
    const kept = runInWorkContext({ request: { id: 'asked', method: 'GET', path: '/' } }, () => keepWorkContext(ids()));
    expect(await collect(kept)).toEqual(['asked', 'asked']);
    expect(await collect(ids())).toEqual([undefined, undefined]);
  });
});
