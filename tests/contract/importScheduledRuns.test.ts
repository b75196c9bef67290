import { eq, sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { scheduleLimits } from '#contract/importSchedules.ts';
import { importSchedules, preparedImports, products, runs, takenTables, users } from '#server/db/schema.ts';
import { computeNextTime } from '#server/imports/schedules/computeNextTime.ts';
import { pollSource } from '#server/imports/schedules/pollSource.ts';
import { claimReading } from '#server/imports/schedules/readings.ts';
import { runDueReadings, startSchedules } from '#server/imports/schedules/scheduler.ts';
import { createEventBus } from '#server/realtime/eventBus.ts';
import { begin as beginImport, goods } from '#tests/support/importing.ts';
import { allBut, letRole } from '#tests/support/permissions.ts';
import { column, mapping } from '#tests/support/profileSample.ts';
import { MINUTE_MS, PROFILES, priceList, scheduleCalls } from '#tests/support/schedules.ts';
import { describeOnBoth } from '#tests/support/server.ts';
import { csvOf } from '#tests/support/tables.ts';

const never = new AbortController().signal;
const roses = (from: number, to: number, name = 'Роза'): string[][] =>
  Array.from({ length: to - from + 1 }, (_, at) => [`R-${from + at}`, `${name} ${from + at}`, '']);

describeOnBoth('§7 A scheduled import', server => {
  const { begin, as, put, profile, read, schedule, tick, settle, uploads } = scheduleCalls(server);
  const stock = () => server().db.$count(products);
  const states = async (id: number) => (await read(as('admin'), id)).tables.map(({ state, why }) => [state, ...why]);
  const idOf = async (role: 'admin' | 'content_manager') => (await server().signIn(role)).user.id;
  const authors = async () =>
    (await server().db.select({ by: runs.user_id, status: runs.status }).from(runs).orderBy(runs.id)).map(
      Object.values,
    );
  /** Another process on the same database. */
  const another = () => ({ ...server().deps, realtime: createEventBus() });

  it('[I902] starts by itself as whoever set it, one table after another, unless a table would change nothing', async () => {
    const send = await begin();
    const { id } = await profile(as('admin'));
    await schedule(send, id, { starts: true });
    await put('а.csv', priceList(...roses(1, 3)));
    await put('б.csv', priceList(...roses(3, 5, 'Мак')));
    await settle();
    await tick(15_000);
    expect(await states(id)).toEqual([['started'], ['started']]);
    expect([await stock(), await uploads(send)]).toEqual([5, []]);
    const by = await idOf('content_manager');
    expect(await authors()).toEqual([
      [by, 'finished'],
      [by, 'finished'],
    ]);
    await put('в.csv', priceList(['R-1', 'Роза 1', 'другая']));
    await settle();
    expect((await states(id))[0]).toEqual(['idle']);
    expect([(await authors()).length, await uploads(send)]).toEqual([2, []]);
    expect(await server().db.$count(preparedImports)).toBe(0);
  });

  it('[I902] waits for another import to end, and uses the rights of the moment', async () => {
    const send = await begin();
    const columns = [...mapping.columns, column('Цена', 'price')];
    const { id } = await profile(send, { mapping: { ...mapping, columns } });
    await schedule(send, id, { starts: true });
    await put(
      'а.csv',
      csvOf([
        ['Код', 'Имя', 'Полка', 'Цена'],
        ['R-1', 'Роза', '', '10'],
      ]),
    );
    await tick(5 * MINUTE_MS);
    const other = await beginImport(server(), goods(1, 2000));
    server().advance(15_000);
    await runDueReadings(server().deps);
    expect(await states(id)).toEqual([['checking']]);
    await other.done;
    await tick(15_000);
    expect(await states(id)).toEqual([['started']]);
    await letRole(server(), 'content_manager', ...allBut('product.show-prices'));
    await put(
      'а.csv',
      csvOf([
        ['Код', 'Имя', 'Полка', 'Цена'],
        ['R-1', 'Роза', '', '11'],
      ]),
    );
    await settle();
    expect((await states(id))[0]).toEqual(['waiting', expect.stringContaining('нет доступа к столбцу «Цена»')]);
  });

  it('[I903] waits where the preview is unsure, and says why', async () => {
    const send = await begin();
    const columns = [...mapping.columns, column('Цена', 'price')];
    const absent = { scope: 'profile', archives: true } as const;
    const { id } = await profile(send, { mapping: { ...mapping, columns, absent } });
    await schedule(send, id, { starts: true });
    const list = (rows: string[][], price: (at: number) => string, more: string[] = []) =>
      csvOf([['Код', 'Имя', 'Полка', 'Цена', ...more], ...rows.map((row, at) => [...row, price(at), ...more])]);
    const takes = async (table: string) => {
      await put('а.csv', table);
      await settle();
      return (await states(id))[0];
    };
    expect(await takes(list(roses(1, 20), () => '100'))).toEqual(['started']);
    expect(await takes(list(roses(1, 20), () => '101', ['Цвет']))).toEqual([
      'waiting',
      expect.stringContaining('Заголовки'),
    ]);
    expect(await takes(priceList(...roses(1, 20)))).toEqual(['waiting', expect.stringContaining('нет столбца «Цена»')]);
    expect(await takes(list(roses(1, 20), at => (at < 3 ? 'дорого' : '100')))).toEqual([
      'waiting',
      'Строк с ошибками больше десятой части: 3 из 20',
    ]);
    expect(await takes(list(roses(1, 20), at => (at < 2 ? 'дорого' : '102')))).toEqual(['started']);
    expect(await takes(list(roses(1, 9), () => '103'))).toEqual([
      'waiting',
      'В файле нет большинства ожидаемых товаров: 11 из 20',
    ]);
    expect(await takes(list(roses(1, 20), at => (at < 11 ? '200' : '104')))).toEqual([
      'waiting',
      'Большинство цен меняется больше чем на 30 %: 11 из 20',
    ]);
    expect(await takes('нет ни одного столбца')).toEqual(['waiting', expect.any(String)]);
    expect(await uploads(send)).toHaveLength(6);
  });

  it('[I904] waits where its author may no longer import, or another person has changed the profile', async () => {
    const send = await begin();
    const other = as('admin');
    const kept = await profile(send);
    await schedule(send, kept.id, { starts: true });
    server().advance(1000);
    await other('PUT', `${PROFILES}/${kept.id}`, { name: 'Василёк' });
    await put('а.csv', priceList(...roses(1, 1)));
    await settle();
    expect(await states(kept.id)).toEqual([['waiting', expect.stringContaining('изменил другой человек')]]);
    expect((await read(other, kept.id)).schedule?.problem).toBe('profile');
    await schedule(send, kept.id, { starts: true });
    await put('а.csv', priceList(...roses(1, 2)));
    await settle();
    expect((await states(kept.id))[0]).toEqual(['started']);
    await letRole(server(), 'content_manager', ...allBut('product-list.import-file'));
    await put('а.csv', priceList(...roses(1, 3)));
    await settle();
    expect((await states(kept.id))[0]).toEqual(['waiting', expect.stringContaining('больше не может импортировать')]);
    expect((await read(other, kept.id)).schedule?.problem).toBe('author');
    const { schedule: adopted } = await schedule(other, kept.id, { starts: true });
    expect(adopted).toMatchObject({ problem: null, set_by: { id: await idOf('admin') } });
    await server()
      .db.update(users)
      .set({ status: 'blocked' })
      .where(eq(users.id, await idOf('admin')));
    await put('а.csv', priceList(...roses(1, 4)));
    await settle();
    const [last] = await server().db.select().from(takenTables).orderBy(sql`id desc`).limit(1);
    expect(last).toMatchObject({ state: 'waiting', why: [expect.stringContaining('больше не может импортировать')] });
    expect(await stock()).toBe(2);
  });

  it('[I907] two processes take and import a table once', async () => {
    const send = await begin();
    const { id } = await profile(send);
    await put('а.csv', priceList(...roses(1, 3)));
    await schedule(send, id, { starts: true });
    const [one, other] = [another(), another()];
    const both = async (ms: number) => {
      server().advance(ms);
      await Promise.all([one, other].map(deps => runDueReadings(deps)));
      await server().deps.backgroundTasks.whenSettled();
    };
    for (const ms of [0, 15_000, 15_000, 5 * MINUTE_MS]) await both(ms);
    expect([await states(id), await authors()]).toEqual([[['started']], [[await idOf('content_manager'), 'finished']]]);
  });

  it('[I907] a process that comes back late writes nothing, and another finishes what it began', async () => {
    const send = await begin();
    const { id } = await profile(send);
    await put('а.csv', priceList(...roses(1, 3)));
    await schedule(send, id, { starts: true });
    await tick();
    server().advance(15_000);
    const late = await claimReading(server().deps);
    expect(await claimReading(another())).toBeNull();
    await server().db.update(importSchedules).set({ reading_until: sql`now() - interval '1 second'` });
    await tick();
    expect(await states(id)).toEqual([['started']]);
    // Even a table that nobody has taken is not taken by it.
    await server().db.update(takenTables).set({ hash: 'another' });
    if (late) await pollSource(another(), late, never);
    expect([await server().db.$count(takenTables), await server().db.$count(preparedImports)]).toEqual([1, 0]);
    expect(await authors()).toHaveLength(1);

    // The next table is taken by a process that dies before it has decided.
    await schedule(send, id, { starts: false });
    await put('б.csv', priceList(...roses(1, 4)));
    await settle();
    await server().db.update(takenTables).set({ state: 'checking' }).where(eq(takenTables.state, 'waiting'));
    await server().db.update(preparedImports).set({ audience: 'nobody' });
    expect(await uploads(send)).toEqual([]);
    await server().db.update(importSchedules).set({ starts: true });
    await tick(5 * MINUTE_MS);
    expect([await stock(), (await states(id))[0]]).toEqual([4, ['started']]);
  });

  it('[I908] a server that was down reads a source once', async () => {
    const send = await begin();
    const { id } = await profile(send);
    await schedule(send, id);
    await tick();
    server().advance(100 * MINUTE_MS);
    const claimed = vi.fn();
    for (let reading = await claimReading(server().deps); reading; reading = await claimReading(server().deps)) {
      claimed();
      await pollSource(server().deps, reading, never);
    }
    expect(claimed).toHaveBeenCalledTimes(1);
    const { schedule: now } = await read(send, id);
    expect(Date.parse(now?.next_at ?? '') - server().deps.clock().getTime()).toBe(5 * MINUTE_MS);
    const stop = await startSchedules(server().deps);
    await stop();
  });

  it('[I900] [I908] a daily time is that of the server, and the next one is always ahead', () => {
    const at = (text: string) => new Date(`2026-11-26T${text}`);
    const daily = { kind: 'daily', time: '07:30' } as const;
    expect(computeNextTime(daily, at('07:29:59.999'))).toEqual(at('07:30:00'));
    expect(computeNextTime(daily, at('07:30:00'))).toEqual(new Date('2026-11-27T07:30:00'));
    expect(computeNextTime(daily, new Date('2026-12-31T23:00:00'))).toEqual(new Date('2027-01-01T07:30:00'));
    expect(computeNextTime({ kind: 'interval', minutes: 90 }, at('07:00:00'))).toEqual(at('08:30:00'));
  });

  it('[I912] takes no further table while as many wait as may', async () => {
    const send = await begin();
    const { id } = await profile(send);
    await schedule(send, id);
    await put('1.csv', priceList(...roses(1, 1)));
    await settle();
    const [waiting] = await server().db.select().from(takenTables);
    const others = Array.from({ length: scheduleLimits.waiting - 1 }, (_, at) => ({ ...waiting, hash: String(at) }));
    await server()
      .db.insert(takenTables)
      .values(others.map(({ id: _, ...row }) => row as typeof takenTables.$inferInsert));
    await put('2.csv', priceList(...roses(2, 2)));
    await settle();
    expect((await read(send, id)).schedule?.last).toMatchObject({ outcome: 'full', taken: 0 });
    await server().db.delete(takenTables).where(eq(takenTables.hash, '0'));
    await tick(5 * MINUTE_MS);
    expect((await read(send, id)).schedule?.last).toMatchObject({ outcome: 'taken', taken: 1 });
  });

  it('[I913] is saved and removed only over the version that was seen, and leaves what it has taken', async () => {
    const send = await begin();
    const { id } = await profile(send);
    const { schedule: first } = await schedule(send, id);
    await put('а.csv', priceList(...roses(1, 1)));
    await settle();
    const body = { source: first?.source, time: first?.time, starts: true };
    const path = `${PROFILES}/${id}/schedule`;
    expect(await send('PUT', path, { ...body, version: null })).toMatchObject({
      status: 409,
      result: { schedule: first && { version: first.version } },
    });
    const { schedule: second } = await schedule(send, id, { starts: true });
    expect((await send('DELETE', `${path}?version=${first?.version}`)).status).toBe(409);
    expect((await send('PUT', path, { ...body, version: first?.version })).status).toBe(409);
    expect((await send('DELETE', `${path}?version=${second?.version}`)).status).toBe(200);
    expect(await read(send, id)).toMatchObject({ schedule: null, tables: [{ state: 'waiting' }] });
    expect(await uploads(send)).toHaveLength(1);
  });
});
