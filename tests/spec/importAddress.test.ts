import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { importLimits } from '#contract/limits.ts';
import type { Notification } from '#contract/notifications.ts';
import { readConfig } from '#server/config.ts';
import { importSchedules } from '#server/db/schema.ts';
import { listTables } from '#server/imports/schedules/takenTables.ts';
import { PREPARED } from '#tests/support/preparing.ts';
import { MINUTE_MS, PROFILES, priceList, scheduleCalls } from '#tests/support/schedules.ts';
import { useTestServer } from '#tests/support/server.ts';

describe('I Addresses of suppliers', () => {
  const server = useTestServer();
  const { begin, profile, schedule, stored, tick, uploads } = scheduleCalls(server);
  const supplier: { server: Server | null; requests: IncomingMessage[] } = { server: null, requests: [] };
  afterEach(() => {
    supplier.server?.close();
    supplier.requests = [];
  });

  /** A supplier's server. Plain HTTP, which cannot be chosen, because certificates are the matter of the requests below. */
  const answering = async (answer: RequestListener, { networks = '127.0.0.0/8' } = {}) => {
    supplier.server = createServer((request, response) => {
      supplier.requests.push(request);
      answer(request, response);
    });
    await new Promise<void>(resolve => supplier.server?.listen(0, '127.0.0.1', resolve));
    const { port } = supplier.server.address() as AddressInfo;
    server().deps.config.cafesNetworks = readConfig({ CAFES_NETWORKS: networks }).cafesNetworks;
    const send = await begin();
    const { id } = await profile(send);
    await schedule(send, id, { source: { kind: 'address', address: 'https://supplier.example/a.csv' } });
    const source = {
      kind: 'address',
      address: `http://127.0.0.1:${port}/%D0%BF%D1%80%D0%B0%D0%B9%D1%81.csv?key=1`,
    } as const;
    await server().db.update(importSchedules).set({ source }).where(eq(importSchedules.profile_id, id));
    return {
      send,
      id,
      // Read from the database, because an answer of the API may not have such an address.
      found: async () => (await stored())?.last,
      tables: async () => (await listTables(server().db, id)).map(({ name, state }) => [name, state]),
      minutesLeft: async () => (Number((await stored())?.next_at) - server().deps.clock().getTime()) / MINUTE_MS,
    };
  };
  const notices = async (send: Awaited<ReturnType<typeof begin>>) =>
    ((await send('GET', '/notifications')).result as { items: Notification[] }).items.map(({ kind }) => kind);

  it('[I909] a table is taken anew only where it has changed, by what the server says of its version or by its content', async () => {
    const state = { etag: '"1"', table: priceList(['R-1', 'Роза', '']) };
    const { found, tables } = await answering((request, response) => {
      const isKnown = request.headers['if-none-match'] === state.etag;
      response.writeHead(isKnown ? 304 : 200, { ETag: state.etag, 'Last-Modified': 'Thu, 26 Nov 2026 05:00:00 GMT' });
      response.end(isKnown ? undefined : state.table);
    });
    await tick();
    expect(await found()).toMatchObject({ outcome: 'taken', taken: 1 });
    expect(await tables()).toEqual([['прайс.csv', 'waiting']]);
    await tick(5 * MINUTE_MS);
    expect(await found()).toMatchObject({ outcome: 'unchanged', taken: 0 });
    expect(supplier.requests.at(-1)?.headers).toMatchObject({
      'if-none-match': '"1"',
      'if-modified-since': 'Thu, 26 Nov 2026 05:00:00 GMT',
    });
    state.etag = '"2"';
    await tick(5 * MINUTE_MS);
    expect(await found()).toMatchObject({ outcome: 'unchanged', taken: 0 });
    state.etag = '"3"';
    state.table = priceList(['R-1', 'Роза алая', '']);
    await tick(5 * MINUTE_MS);
    expect(await found()).toMatchObject({ outcome: 'taken', taken: 1 });
    expect(supplier.requests).toHaveLength(4);
  });

  it('[I946] a table at an address is fetched and taken once more though the server would call it unchanged', async () => {
    const { send, id, found, tables } = await answering((request, response) => {
      const isKnown = request.headers['if-none-match'] === '"1"';
      response.writeHead(isKnown ? 304 : 200, { ETag: '"1"' });
      response.end(isKnown ? undefined : priceList(['R-1', 'Роза', '']));
    });
    await tick();
    const [upload] = await uploads(send);
    await send('DELETE', `${PREPARED}/${upload?.id}`);
    const [table] = await listTables(server().db, id);
    expect(table).toMatchObject({ state: 'dropped' });
    await send('POST', `${PROFILES}/${id}/schedule/reading?again=${table?.id}`);
    await tick();
    expect(await found()).toMatchObject({ outcome: 'taken', taken: 1 });
    expect(await tables()).toEqual([
      ['прайс.csv', 'waiting'],
      ['прайс.csv', 'dropped'],
    ]);
  });

  it('[I909] an address within the server’s network is not connected to, nor is where it redirects to', async () => {
    const closed = await answering((_request, response) => response.end(priceList()), { networks: '' });
    await tick();
    expect(await closed.found()).toMatchObject({
      outcome: 'failed',
      why: expect.stringContaining('внутри сети сервера'),
    });
    expect(supplier.requests).toEqual([]);
    supplier.server?.close();
    await server().reset();
    const redirecting = await answering((_request, response) => response.writeHead(302, { Location: '/other' }).end());
    await tick();
    expect(await redirecting.found()).toMatchObject({ outcome: 'failed', why: expect.stringContaining('302') });
    expect(supplier.requests).toHaveLength(1);
  });

  it('[I909] a table that is too large or too slow is given up', async () => {
    const state = { isLying: false };
    const { found } = await answering((_request, response) => {
      if (state.isLying) return response.writeHead(200).write('Код;Имя\n');
      return response.writeHead(200, { 'Content-Length': importLimits.fileBytes + 1 }).write('Код;Имя\n');
    });
    await tick();
    expect(await found()).toMatchObject({ outcome: 'failed', why: expect.stringContaining('больше 100 МБ') });
    state.isLying = true;
    server().deps.requestPace = { limit: 200 };
    await tick(5 * MINUTE_MS);
    expect(await found()).toMatchObject({ outcome: 'failed', why: expect.stringContaining('за 0.2 с') });
  });

  it('[I910] a failure is tried again after 1, 2 and 4 minutes, then at the regular time, and noted once', async () => {
    const state = { status: 503, headers: {} };
    const { send, found, minutesLeft } = await answering((_request, response) =>
      response.writeHead(state.status, state.headers).end(state.status === 200 ? priceList(['R-1', 'Роза', '']) : ''),
    );
    await server()
      .db.update(importSchedules)
      .set({ time: { kind: 'interval', minutes: 60 } });
    await tick();
    for (const pause of [1, 2, 4]) {
      expect(await found()).toMatchObject({ outcome: 'failed', why: expect.stringContaining('503') });
      expect(await minutesLeft()).toBe(pause);
      expect(await notices(send)).toEqual([]);
      await tick(pause * MINUTE_MS);
    }
    expect(await minutesLeft()).toBe(60);
    expect(await notices(send)).toEqual(['import_source_failed']);
    await tick(60 * MINUTE_MS);
    expect(await notices(send)).toEqual(['import_source_failed']);
    state.status = 200;
    await tick(60 * MINUTE_MS);
    expect(await found()).toMatchObject({ outcome: 'taken' });
    Object.assign(state, { status: 429, headers: { 'Retry-After': '600' } });
    await tick(60 * MINUTE_MS);
    expect(await minutesLeft()).toBe(10);
    state.status = 404;
    await tick(10 * MINUTE_MS);
    expect(await minutesLeft()).toBe(60);
    expect(await notices(send)).toEqual(['import_source_failed', 'import_waiting', 'import_source_failed']);
  });

  it('[I910] a page instead of a table is refused, and noted once', async () => {
    let visit = 0;
    const { send, found, tables } = await answering((_request, response) => {
      visit += 1;
      response.end(`<!doctype html><title>Вход ${visit}</title>`);
    });
    await tick();
    await tick(5 * MINUTE_MS);
    expect(await found()).toMatchObject({ outcome: 'refused', why: expect.stringContaining('не таблица') });
    expect((await tables()).map(([, state]) => state)).toEqual(['refused', 'refused']);
    expect(await notices(send)).toEqual(['import_source_failed']);
  });
});
