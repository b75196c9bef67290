import { describe, expect, inject, it } from 'vitest';
import { channels } from '#contract/events.ts';
import { createHub, type Message } from '#server/hub.ts';
import { shareHub } from '#server/sharedHub.ts';
import { useTestServer } from '#tests/support/server.ts';

describe.skipIf(!inject('server').postgres)('Contract 7: several processes on one PostgreSQL', () => {
  const server = useTestServer('postgres');

  it('[F13] [W8] what one process tells is heard at the others, once and in order, whatever its size', async () => {
    const { deps } = server();
    const [one, other] = [createHub(), createHub()];
    const leave = [
      await shareHub(one, deps.config.databaseUrl ?? '', deps.log),
      await shareHub(other, deps.config.databaseUrl ?? '', deps.log),
    ];
    const atOne: Message[] = [];
    one.listen(message => atOne.push(message));
    const heard = new Promise<Message[]>(resolve => {
      const messages: Message[] = [];
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

  it('[W8] a connection that was lost is opened again', async () => {
    const { deps, db } = server();
    const [one, other] = [createHub(), createHub()];
    const url = deps.config.databaseUrl ?? '';
    const leave = [await shareHub(one, url, deps.log), await shareHub(other, url, deps.log)];
    await db.execute(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'listen %'`);
    const heard = new Promise<Message>(resolve => void other.listen(resolve));
    const telling = setInterval(() => one.endSession('a session'), 100);
    expect(await heard).toEqual({ endedSession: 'a session' });
    clearInterval(telling);
    for (const go of leave) await go();
  });
});
