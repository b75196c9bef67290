import { sql } from 'drizzle-orm';
import { io } from 'socket.io-client';
import { describe, expect, inject, it } from 'vitest';
import { channels } from '#contract/events.ts';
import { socketOptions } from '#contract/limits.ts';
import { queryRows } from '#server/db/database.ts';
import { products } from '#server/db/schema.ts';
import { type BusMessage, createEventBus } from '#server/realtime/eventBus.ts';
import { shareEventBus } from '#server/realtime/sharedEventBus.ts';
import { eventually } from '#tests/support/eventually.ts';
import { useTestServer } from '#tests/support/server.ts';

describe.skipIf(!inject('server').postgres)('Contract 7: several processes on one PostgreSQL', () => {
  const server = useTestServer('postgres');

  it('[F13] [W8] messages of one process reach the others once and in order, whatever their size', async () => {
    const { deps } = server();
    const [one, other] = [createEventBus(), createEventBus()];
    const leave = [
      await shareEventBus(one, deps.config.databaseUrl ?? '', deps.log),
      await shareEventBus(other, deps.config.databaseUrl ?? '', deps.log),
    ];
    const atOne: BusMessage[] = [];
    one.listen(message => atOne.push(message));
    const heard = new Promise<BusMessage[]>(resolve => {
      const messages: BusMessage[] = [];
      other.listen(message => messages.push(message) === 3 && resolve(messages));
    });
    const records = Array.from({ length: 100 }, (_, index) => ({ id: index + 1, version: 1, name: 'Чай '.repeat(60) }));
    const change = { resource: 'nomenclature', ids: [1], records, deleted: [] };
    one.emit(channels.records('nomenclature'), 'RECORDS_CHANGE', change);
    one.emit(channels.references, 'REFERENCES_CHANGE_EVENT', { message: { code_reference: 'brand' } });
    one.endSession('a session');
    expect(await heard).toEqual([
      { channel: 'records:nomenclature', event: 'RECORDS_CHANGE', payload: change },
      { channel: 'references', event: 'REFERENCES_CHANGE_EVENT', payload: { message: { code_reference: 'brand' } } },
      { endedSession: 'a session' },
    ]);
    expect(atOne).toHaveLength(3);
    for (const go of leave) await go();
    expect(server().faults).toEqual([]);
  });

  it('[Z68] what another build sends and this one does not know is logged once, without its text, and hinders nothing', async () => {
    const { deps, db } = server();
    const warnings: string[] = [];
    const log = { ...deps.log, warn: (text: string) => void warnings.push(text) };
    const bus = createEventBus();
    const messages: BusMessage[] = [];
    bus.listen(message => messages.push(message));
    const leave = await shareEventBus(bus, deps.config.databaseUrl ?? '', log);
    const notify = (payload: string) => db.execute(sql`select pg_notify('vitrina_hub', ${payload})`);
    await notify('nothing that is JSON');
    await notify('{"version":2,"from":"a later build"}');
    const part = (message: string, id: number) =>
      JSON.stringify({ from: 'another', id, at: 0, of: 1, bytes: Buffer.from(message).toString('base64') });
    await notify(part('null', 1));
    await notify(part('{"endedSession":"a session"}', 2));
    await eventually(() => expect(messages).toEqual([{ endedSession: 'a session' }]));
    expect(warnings).toEqual(['A server of another build sends notifications that this build does not know']);
    await leave();
  });

  it('[Z68] an error of one listener keeps a message from nobody else', () => {
    const errors: unknown[] = [];
    const bus = createEventBus(error => errors.push(error));
    const messages: BusMessage[] = [];
    const failure = new Error('of one listener');
    bus.listen(() => {
      throw failure;
    });
    bus.listen(message => messages.push(message));
    bus.endSession('a session');
    expect([errors, messages]).toEqual([[failure], [{ endedSession: 'a session' }]]);
  });

  it('[O4] [W8] a broken connection is restored and reports missed messages, to other processes if theirs were lost', async () => {
    const { deps, db } = server();
    const url = deps.config.databaseUrl ?? '';
    const [one, other] = [createEventBus(), createEventBus()];
    const heard: BusMessage[] = [];
    other.listen(message => heard.push(message));
    const leave = [await shareEventBus(one, url, deps.log), await shareEventBus(other, url, deps.log)];
    const [line] = await queryRows<{ pid: number }>(
      db,
      sql`select pid from pg_stat_activity where datname = current_database() and query like 'listen %' order by backend_start limit 1`,
    );
    const resumed = new Promise<BusMessage>(resolve => void one.listen(resolve));
    await db.execute(sql`select pg_terminate_backend(${line?.pid})`);
    await eventually(() => expect(server().faults).not.toEqual([]));
    one.send({ endedSession: 'told to nobody' });
    expect(await resumed).toEqual({ endedSession: 'told to nobody' });
    await eventually(() => expect(heard).toEqual([{ missed: 'anything' }]));
    for (const go of leave) await go();
  });

  it('[O4] after missed messages clients reconnect, and totals are recounted', async () => {
    const { deps } = server();
    const send = await server().as('admin');
    const total = async () => ((await send('GET', '/products?per_page=1')).result as { total: number }).total;
    expect(await total()).toBe(0);
    await server().db.insert(products).values({ name: 'Записан другим процессом' });
    const { result } = await send('GET', '/web-socket/get-token');
    const { token } = result as { token: string };
    const socket = io(await server().listen(), {
      path: socketOptions.path,
      query: { token },
      reconnection: false,
      forceNew: true,
    });
    await new Promise(resolve => socket.once('connect', () => resolve(null)));
    const dropped = new Promise(resolve => socket.once('disconnect', resolve));
    deps.realtime.send({ missed: 'anything' });
    // Not by the server's word, after which a client waits longer than after a bad line.
    expect(await dropped).toBe('transport close');
    expect(await total()).toBe(1);
  });
});
