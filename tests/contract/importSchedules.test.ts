import { expect, it } from 'vitest';
import { scheduleLimits } from '#contract/importSchedules.ts';
import type { Notification } from '#contract/notifications.ts';
import type { RoleSlug } from '#contract/roles.ts';
import { products } from '#server/db/schema.ts';
import { IMPORT } from '#tests/support/importing.ts';
import { PREPARED, type Send } from '#tests/support/preparing.ts';
import { MINUTE_MS, PROFILES, priceList, RESTING_MS, scheduleCalls } from '#tests/support/schedules.ts';
import { describeOnBoth } from '#tests/support/server.ts';

describeOnBoth('§7 A source of a profile', server => {
  const { begin, as, put, profile, read, schedule, tick, settle, uploads } = scheduleCalls(server);
  const notices = async (send: Send) =>
    ((await send('GET', '/notifications')).result as { items: Notification[] }).items.map(({ kind, payload, link }) => [
      kind,
      payload,
      link,
    ]);
  const stock = () =>
    server().db.select({ sku: products.sku, name: products.name }).from(products).orderBy(products.sku);
  const outcomes = async (send: Send, id: number) =>
    (await read(send, id)).tables.map(({ name, state }) => [name, state]);

  it('[I900] is offered as folders where the variable is set, and as an address, with times within bounds', async () => {
    const send = await begin();
    const { id } = await profile(send);
    expect(await read(send, id)).toMatchObject({ schedule: null, tables: [], has_folders: true });
    expect((await read(send, id)).time_zone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
    const refusal = async (body: object) => {
      const whole = { source: { kind: 'folder', folder: 'ромашка' }, time: { kind: 'interval', minutes: 5 }, ...body };
      const { status, errors } = await send('PUT', `${PROFILES}/${id}/schedule`, {
        starts: false,
        version: null,
        ...whole,
      });
      return [status, ...Object.keys(errors ?? {})];
    };
    const source = (folder: string) => ({ source: { kind: 'folder', folder } });
    expect(await refusal(source('василёк'))).toEqual([400, 'source.folder']);
    const address = (text: string) => ({ source: { kind: 'address', address: text } as const });
    for (const text of ['http://example.com/a.csv', 'https://a:b@example.com/a.csv', 'ftp://example.com', 'a.csv'])
      expect(await refusal(address(text))).toEqual([400, 'source.address']);
    const { min, max } = scheduleLimits.minutes;
    for (const minutes of [min - 1, max + 1])
      expect(await refusal({ time: { kind: 'interval', minutes } })).toEqual([400, 'time.minutes']);
    expect(await refusal({ time: { kind: 'daily', time: '24:00' } })).toEqual([400, 'time.time']);
    const { schedule: saved } = await schedule(send, id, address('https://example.com/a.csv?key=1'));
    expect(saved).toMatchObject({ starts: false, problem: null, last: null, set_by: { name: 'Анна Берёзкина' } });
    server().deps.config.importsDir = undefined;
    expect((await read(send, id)).has_folders).toBe(false);
    expect(await refusal(source('ромашка'))).toEqual([400, 'source.folder']);
    expect((await as('photographer')('GET', `${PROFILES}/${id}/schedule`)).status).toBe(403);
    expect((await send('GET', `${PROFILES}/0/schedule`)).status).toBe(404);
  });

  it('[I901] [I905] a table of a folder waits for all who may import, and whoever starts it is its author', async () => {
    const send = await begin();
    const other = as('admin');
    await server().signIn('admin');
    const { id } = await profile(send);
    await put('прайс.csv', priceList(['R-1', 'Роза', ''], ['R-2', 'Мак', '']));
    await schedule(send, id);
    await tick();
    expect((await read(send, id)).schedule?.last).toMatchObject({ outcome: 'unfinished', taken: 0 });
    await tick(RESTING_MS + 5000);
    expect((await read(send, id)).schedule).toMatchObject({ last: { outcome: 'taken', taken: 1 }, is_due: false });
    const [upload, ...more] = await uploads(other);
    expect([upload, more]).toMatchObject([{ file_name: 'прайс.csv', scheduled: { profile: 'Ромашка', why: [] } }, []]);
    expect(await uploads(send)).toEqual([upload]);
    const waiting = [
      'import_waiting',
      { file_name: 'прайс.csv', profile: 'Ромашка' },
      `/content/nomenclature/import?prepared=${upload?.id}`,
    ];
    for (const person of [send, other]) expect(await notices(person)).toEqual([waiting]);
    expect(await notices(as('photographer'))).toEqual([]);
    expect(await stock()).toEqual([]);
    expect((await other('POST', `${PREPARED}/${upload?.id}/start`)).status).toBe(200);
    await server().deps.backgroundTasks.whenSettled();
    expect(await stock()).toEqual([
      { sku: 'R-1', name: 'Роза' },
      { sku: 'R-2', name: 'Мак' },
    ]);
    const { user } = await server().signIn('admin');
    const runs = (await send('GET', `${IMPORT}/runs`)).result as { items: object[] };
    expect(runs.items).toMatchObject([{ user: { id: user.id }, status: 'finished', profile: { id } }]);
    expect((await read(send, id)).tables).toMatchObject([{ state: 'started', run: { status: 'finished' } }]);
    expect(await uploads(send)).toEqual([]);
  });

  it('[I901] a table that waits is removed for all, and does not count among the uploads of its author', async () => {
    const send = await begin();
    const { id } = await profile(send);
    await put('а.csv', priceList(['R-1', 'Роза', '']));
    await schedule(send, id);
    await settle();
    const [upload] = await uploads(send);
    expect((await as('admin')('DELETE', `${PREPARED}/${upload?.id}`)).status).toBe(200);
    expect(await uploads(send)).toEqual([]);
    expect(await outcomes(send, id)).toEqual([['а.csv', 'dropped']]);
    await settle();
    expect(await uploads(send)).toEqual([]);
  });

  it('[I946] a table is taken once more when a person asks for it, and only that one', async () => {
    const send = await begin();
    const { id } = await profile(send);
    await put('а.csv', priceList(['R-1', 'Роза', '']));
    await put('б.csv', priceList(['R-2', 'Мак', '']));
    await schedule(send, id, { starts: true });
    await settle();
    await tick(15_000);
    await server().db.delete(products);
    const again = async (table: number) => send('POST', `${PROFILES}/${id}/schedule/reading?again=${table}`);
    const [mac, rose] = (await read(send, id)).tables;
    expect([mac, rose]).toMatchObject([
      { name: 'б.csv', state: 'started' },
      { name: 'а.csv', state: 'started' },
    ]);
    expect((await again(rose?.id ?? 0)).result).toMatchObject({ schedule: { is_due: true } });
    await tick();
    expect(await outcomes(send, id)).toEqual([
      ['а.csv', 'started'],
      ['б.csv', 'started'],
      ['а.csv', 'started'],
    ]);
    expect(await stock()).toEqual([{ sku: 'R-1', name: 'Роза' }]);
    await tick(5 * MINUTE_MS);
    expect(await outcomes(send, id)).toHaveLength(3);
    expect((await again(99)).status).toBe(404);
    await schedule(send, id);
    expect((await again(mac?.id ?? 0)).status).toBe(200);
    await tick();
    const [waiting] = (await read(send, id)).tables;
    expect(waiting).toMatchObject({ name: 'б.csv', state: 'waiting' });
    expect((await again(waiting?.id ?? 0)).status).toBe(409);
  });

  it('[I947] the history of a profile has the changes of its schedule, by whom and from what to what', async () => {
    const send = await begin();
    const { id } = await profile(send);
    const admin = as('admin');
    await schedule(send, id);
    await schedule(send, id);
    await tick(MINUTE_MS);
    await schedule(send, id, { time: { kind: 'daily', time: '07:30' } });
    await tick(MINUTE_MS);
    await schedule(admin, id, { time: { kind: 'daily', time: '07:30' } });
    await tick(MINUTE_MS);
    const { schedule: last } = await read(send, id);
    await admin('DELETE', `${PROFILES}/${id}/schedule?version=${last?.version}`);
    const folder = { source: { kind: 'folder', folder: 'ромашка' }, starts: false };
    const often = { ...folder, time: { kind: 'interval', minutes: 5 } };
    const daily = { ...folder, time: { kind: 'daily', time: '07:30' } };
    const idOf = async (role: RoleSlug) => ({ id: (await server().signIn(role)).user.id });
    const [manager, administrator] = [await idOf('content_manager'), await idOf('admin')];
    expect((await send('GET', `${PROFILES}/${id}/versions`)).result).toMatchObject([
      { before: daily, after: null, by: administrator },
      { before: daily, after: daily, by: administrator },
      { before: often, after: daily, by: manager },
      { before: null, after: often, by: manager },
      { version: expect.any(Number), changes: null },
    ]);
  });

  it('[I905] a table is taken once by its content, and a file that is still written is left', async () => {
    const send = await begin();
    const { id } = await profile(send);
    await schedule(send, id);
    await put('а.csv', priceList(['R-1', 'Роза', '']));
    await settle();
    await put('б.csv', priceList(['R-1', 'Роза', '']));
    for (const name of ['.в.csv', '~$г.xlsx', 'д.pdf', 'е.csv.part', 'ж.csv/з.csv'])
      await put(name, priceList(['R-9', 'Лишний', '']));
    await settle();
    expect((await read(send, id)).schedule?.last).toMatchObject({ outcome: 'nothing', taken: 0 });
    expect(await outcomes(send, id)).toEqual([['а.csv', 'waiting']]);
    await tick(5 * MINUTE_MS);
    await put('а.csv', priceList(['R-2', 'Мак', '']));
    await tick(5 * MINUTE_MS);
    await put('а.csv', priceList(['R-2', 'Мак', ''], ['R-3', 'Лён', '']));
    await tick(RESTING_MS + 5000);
    expect(await outcomes(send, id)).toEqual([['а.csv', 'waiting']]);
    await tick(RESTING_MS + 5000);
    expect(await outcomes(send, id)).toEqual([
      ['а.csv', 'waiting'],
      ['а.csv', 'waiting'],
    ]);
  });
});
