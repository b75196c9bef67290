import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { channels } from '#contract/events.ts';
import { invalidateReference, sortChosenFirst } from '#providers/cache/referenceValues.ts';
import { createApi } from '#providers/http/http.ts';
import { createLiveRecords, type LiveRecords } from '#providers/realtime/liveRecords.ts';
import { createRealtime, type Realtime } from '#providers/realtime/realtime.ts';
import { createProfileStore } from '#providers/session/profile.ts';
import { sessions } from '#server/db/schema.ts';
import { eventually } from '#tests/support/eventually.ts';
import { useTestServer } from '#tests/support/server.ts';
import { createBrowser, createTabSession } from '#tests/support/tabs.ts';
import { layWire } from '#tests/support/wire.ts';

const at = '2026-11-20T10:00:00.000Z';
const empty = { sku: null, barcode: null, brand_id: null, unit_id: null, weight: null, price: null };
const rest = { ...empty, status: 'draft', by_weight: false, on_sale_from: null, description: null, model_ids: [] };
const product = (id: number, version: number, name = `Товар ${id}`) => ({
  ...rest,
  id,
  version,
  name,
  created_at: at,
  updated_at: at,
});
const listKey = (...rest: unknown[]) => ['nomenclature', 'getList', ...rest];
const oneKey = (id: number) => ['nomenclature', 'getOne', { id: String(id), meta: undefined }];

describe('§1 Live updates: what is on the screens', () => {
  let client: QueryClient;
  let live: LiveRecords;
  beforeEach(() => {
    client = new QueryClient();
    live = createLiveRecords(client, 'nomenclature');
    client.setQueryData(listKey(1), { data: [product(1, 3), product(2, 1)], total: 12 });
    client.setQueryData(listKey(2), { data: [product(5, 1)], total: 1 });
    client.setQueryData(['nomenclature', 'getMany', { ids: ['1', '2'] }], [product(1, 3), product(2, 1)]);
    client.setQueryData(['nomenclature', 'getInfiniteList', {}], {
      pages: [{ data: [product(1, 3)] }],
      pageParams: [1],
    });
    for (const id of [1, 8]) client.setQueryData(oneKey(id), product(id, 1));
    client.setQueryData(['catalog', 'getList', {}], { data: [product(1, 1)], total: 1 });
  });
  const change = (told: object) => live.apply({ resource: 'nomenclature', ids: [], records: [], deleted: [], ...told });
  const rows = (key = listKey(1)) =>
    client.getQueryData<{ data: { id: number; name: string; version: number }[]; total: number }>(key);

  it('[F13] [L19] a changed record is replaced wherever it is shown, without a request', () => {
    expect(change({ ids: [1], records: [product(1, 4, 'Новое имя')] })).toBe(true);
    expect(rows()?.data[0]).toMatchObject({ name: 'Новое имя', version: 4 });
    expect(client.getQueryData(oneKey(1))).toMatchObject({ name: 'Новое имя' });
    expect(client.getQueryData(['nomenclature', 'getMany', { ids: ['1', '2'] }])).toMatchObject([{ version: 4 }, {}]);
    expect(client.getQueryData(['nomenclature', 'getInfiniteList', {}])).toMatchObject({
      pages: [{ data: [{ version: 4 }] }],
    });
    expect(client.getQueryState(listKey(1))?.isInvalidated).toBe(false);
  });

  it('[L19] an older version never replaces a newer one', () => {
    const before = rows();
    expect(change({ ids: [1], records: [product(1, 2, 'Старое имя')] })).toBe(true);
    expect(rows()).toBe(before);
  });

  it('[L19] lists that do not hold the record, and other resources, stay as they are', () => {
    const [other, models] = [rows(listKey(2)), client.getQueryData(['catalog', 'getList', {}])];
    change({ ids: [1], records: [product(1, 4)] });
    expect(rows(listKey(2))).toBe(other);
    expect(client.getQueryData(['catalog', 'getList', {}])).toBe(models);
  });

  it('[L19] a deleted record leaves the lists and their totals, and stays in an open form', () => {
    expect(change({ ids: [1], deleted: [1] })).toBe(true);
    expect(rows()).toMatchObject({ data: [{ id: 2 }], total: 11 });
    expect(client.getQueryData(oneKey(1))).toMatchObject({ id: 1 });
  });

  it.each([
    ['alone', { ids: [1], records: [product(1, 4)] }],
    ['with many others', { ids: null }],
  ])('[L19] a deleted record that is restored %s is back in the next answer', async (_, told) => {
    change({ ids: [1], deleted: [1] });
    expect(change(told)).toBe(false);
    const queryFn = () => ({ data: [product(1, 4), product(2, 1)], total: 12 });
    await client.fetchQuery({ queryKey: listKey(1), queryFn });
    expect(rows()).toMatchObject({ data: [{ id: 1 }, { id: 2 }], total: 12 });
  });

  it.each([
    ['a record that no list knows', { ids: [9], records: [product(9, 1)] }],
    ['an id without its record', { ids: [9] }],
    ['a record that only a form shows', { ids: [8], records: [product(8, 2)] }],
    ['many changes', { ids: null }],
    ['a record that does not fit the contract', { ids: [1], records: [{ id: 1, version: 9, name: 5 }] }],
  ])('[L19] after %s the lists are read again', (_, told) => {
    const before = rows();
    expect(change(told)).toBe(false);
    expect(rows()).toBe(before);
  });

  it('[L19] [P22] a record that arrives in parts on several channels is merged', () => {
    change({ ids: [1], records: [{ id: 1, version: 7, name: 'Новое имя' }] });
    change({ ids: [], records: [{ id: 1, version: 7, price: 99 }] });
    expect(rows()?.data[0]).toMatchObject({ id: 1, version: 7, name: 'Новое имя', price: 99 });
  });

  it('[W9] [P22] a missing part is refetched, and an event of an older version does not replace it', async () => {
    for (const version of [6, 7]) change({ ids: [1], records: [{ id: 1, version, name: 'Новое имя' }] });
    change({ ids: [], records: [{ id: 1, version: 7, price: 99 }] });
    change({ ids: [1], records: [{ id: 1, version: 8, name: 'Ещё новее' }] });
    const queryFn = () => ({ data: [{ ...product(1, 8, 'Ещё новее'), price: 120 }], total: 1 });
    await client.fetchQuery({ queryKey: listKey(1), queryFn });
    expect(rows()?.data[0]).toMatchObject({ version: 8, name: 'Ещё новее', price: 120 });
  });

  it('[L19] a response that was in flight when the record changed does not restore the old state', async () => {
    let answer: (list: object) => void = () => expect.unreachable('nothing was asked for');
    const queryFn = () => new Promise<object>(resolve => (answer = resolve));
    const asked = client.fetchQuery({ queryKey: listKey(3), queryFn });
    change({ ids: [1, 2], records: [product(1, 4, 'Новое имя')], deleted: [2] });
    answer({ data: [product(1, 3, 'Старое имя'), product(2, 1), product(3, 1)], total: 3 });
    await asked;
    expect(rows(listKey(3))).toMatchObject({ data: [{ name: 'Новое имя' }, { id: 3 }], total: 2 });
  });

  it('[L19] an event does not put back what an answer of the same version has brought since', async () => {
    change({ ids: [1], records: [product(1, 4, 'Новое имя')] });
    const queryFn = () => ({ data: [{ ...product(1, 4, 'Новое имя'), weight: 5 }, product(2, 1)], total: 12 });
    await client.fetchQuery({ queryKey: listKey(1), queryFn });
    change({ ids: [2], records: [product(2, 2)] });
    expect(rows()).toMatchObject({
      data: [
        { id: 1, weight: 5 },
        { id: 2, version: 2 },
      ],
    });
  });

  it('[T29] a reference that is marked changed is stale, the others are not', async () => {
    client.setQueryData(['reference-values', 'brand', ''], []);
    client.setQueryData(['reference-values', 'unit', ''], []);
    await invalidateReference(client, 'brand');
    expect(client.getQueryState(['reference-values', 'brand', ''])?.isInvalidated).toBe(true);
    expect(client.getQueryState(['reference-values', 'unit', ''])?.isInvalidated).toBe(false);
  });

  it('[T30] chosen values are sorted to the top, each part in its own order', () => {
    const values = [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }];
    expect(sortChosenFirst(values, [4, 2]).map(({ id }) => id)).toEqual([2, 4, 1, 3]);
  });
});

describe('§4 The socket', () => {
  const server = useTestServer();
  let ends: (() => void)[] = [];
  afterEach(() => {
    for (const end of ends.splice(0)) end();
  });

  const connect = async () => {
    const origin = await server().listen();
    const user = await server().createUser('admin');
    const tab = createBrowser().openTab();
    const { session } = createTabSession(`${origin}/api`, tab);
    await session.signIn({ email: user.email, password: 'demo-demo' });
    const api = createApi({ baseUrl: `${origin}/api`, session });
    const profile = createProfileStore({ api, storage: tab.storage });
    const tokens = vi.fn<() => Promise<string>>(async () => (await api(endpoints.auth.socketToken)).token);
    const log = vi.fn<(message: string, error?: unknown) => void>();
    const wire = await layWire(origin);
    const live = createRealtime({ url: wire.address, token: tokens, profile, log });
    ends = [live.disconnect, wire.close];
    return { live, profile, tokens, log, user, wire };
  };
  const online = (live: Realtime) => eventually(() => expect(live.state()).toBe('online'));

  it('[T31] [C23] the connection is made when the profile becomes known, with one token', async () => {
    const { live, profile, tokens, wire } = await connect();
    expect(live.state()).toBe('idle');
    await profile.load();
    await online(live);
    await profile.reload();
    live.connect();
    // A second connection would have asked for its token by the time that something has come through the first.
    const heard = vi.fn<() => void>();
    live.on('REFERENCES_CHANGE_EVENT', heard);
    await eventually(() => {
      server().deps.realtime.emit(channels.references, 'REFERENCES_CHANGE_EVENT', {
        message: { code_reference: 'brand' },
      });
      expect(heard).toHaveBeenCalled();
    });
    await eventually(() => expect(wire.upgraded()).toBe(1));
    expect(tokens).toHaveBeenCalledOnce();
    profile.clear();
    await eventually(() => expect(wire.upgraded()).toBe(0));
    expect([live.state(), tokens.mock.calls.length]).toEqual(['idle', 1]);
  });

  it('[A22] a refused channel triggers a refetch of the profile, and nothing is logged', async () => {
    const { live, profile, user, log } = await connect();
    await profile.load();
    await online(live);
    const reload = vi.spyOn(profile, 'reload');
    live.join(channels.user(user.id + 1));
    live.join(channels.user(user.id + 2));
    await eventually(() => expect(reload).toHaveBeenCalledOnce());
    expect(log).not.toHaveBeenCalled();
  });

  it("[C25] [E22] a user hears their own channel and the references', parsed by the contract", async () => {
    const { live, profile, user, log } = await connect();
    const heard = vi.fn<(payload: unknown) => void>();
    live.on('REFERENCES_CHANGE_EVENT', heard);
    live.on('IMPORT_STARTS', heard);
    await profile.load();
    await online(live);
    await eventually(() => {
      const { realtime: hub } = server().deps;
      hub.emit(channels.references, 'REFERENCES_CHANGE_EVENT', { message: { code_reference: 'brand' } });
      hub.emit(channels.user(user.id), 'IMPORT_STARTS', { run_id: 7, message: 'Импорт начат' });
      expect(heard).toHaveBeenCalledWith({ message: { code_reference: 'brand' } });
      expect(heard).toHaveBeenCalledWith({ run_id: 7, message: 'Импорт начат' });
    });
    expect(log).not.toHaveBeenCalled();
  });

  it('[K10] [C23] after a lost connection the client reconnects with a new token and subscribes to its channels again', async () => {
    const { live, profile, tokens, wire } = await connect();
    await profile.load();
    await online(live);
    const [heard, missed] = [vi.fn<() => void>(), vi.fn<() => void>()];
    live.on('RECORDS_CHANGE', heard);
    live.onConnect(missed);
    const leave = live.join(channels.records('nomenclature'));
    // It may be back before anybody looks.
    const states: string[] = [];
    live.onStateChange(() => states.push(live.state()));
    wire.cut();
    await eventually(() => expect(states).toContain('offline'));
    await online(live);
    expect(missed).toHaveBeenCalledOnce();
    expect(tokens).toHaveBeenCalledTimes(2);
    const told = { resource: 'nomenclature', ids: null, records: [], deleted: [] };
    await eventually(() => {
      server().deps.realtime.emit(channels.records('nomenclature'), 'RECORDS_CHANGE', told);
      expect(heard).toHaveBeenCalled();
    });
    leave();
  });

  it('[N14] a failure to fetch the token is only logged, and the next attempt follows', async () => {
    const { live, profile, tokens, log } = await connect();
    tokens.mockRejectedValueOnce(new Error('500'));
    await profile.load();
    await online(live);
    expect(log).toHaveBeenCalledOnce();
    expect(tokens).toHaveBeenCalledTimes(2);
  });

  it('[N500] a token that is refused because the session has ended is not logged', async () => {
    const { live, profile, tokens, log, wire } = await connect();
    await profile.load();
    await online(live);
    await eventually(() => expect(wire.upgraded()).toBe(1));
    await server().db.delete(sessions);
    wire.cut();
    await eventually(() => expect(tokens.mock.settledResults.some(({ type }) => type === 'rejected')).toBe(true));
    expect(log).not.toHaveBeenCalled();
  });

  it('[T2] signing out ends the connection', async () => {
    const { live, profile } = await connect();
    await profile.load();
    await online(live);
    profile.clear();
    expect(live.state()).toBe('idle');
  });
});
