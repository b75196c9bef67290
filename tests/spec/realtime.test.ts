import { eq } from 'drizzle-orm';
import { io, type Socket } from 'socket.io-client';
import { afterEach, describe, expect, it } from 'vitest';
import { type ChannelReply, channels } from '#contract/events.ts';
import { socketOptions } from '#contract/limits.ts';
import type { RoleSlug } from '#contract/roles.ts';
import { rolePermissions } from '#server/db/schema.ts';
import { letRole } from '#tests/support/permissions.ts';
import { senderOf, useTestServer } from '#tests/support/server.ts';
import { RUSSIAN } from '#tests/support/words.ts';

describe('§7 Realtime: the socket', () => {
  const server = useTestServer();
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.disconnect();
  });

  const tokenOf = async (access: string): Promise<string> => {
    const { result } = await senderOf(server().app, access)('GET', '/web-socket/get-token');
    return (result as { token: string }).token;
  };
  /** Connects, and resolves with what came of it. */
  const connect = async (address: string, token: string): Promise<{ socket: Socket; refusal: string | null }> => {
    const socket = io(address, { path: socketOptions.path, query: { token }, reconnection: false, forceNew: true });
    sockets.push(socket);
    const refusal = await new Promise<string | null>(resolve => {
      socket.once('connect', () => resolve(null));
      socket.once('connect_error', error => resolve(error.message));
    });
    return { socket, refusal };
  };
  const enter = async (role: RoleSlug) => {
    const address = await server().listen();
    const { user, access } = await server().signIn(role);
    const { socket } = await connect(address, await tokenOf(access));
    return { user, access, socket };
  };
  const subscribe = (socket: Socket, channel: unknown): Promise<ChannelReply> =>
    socket.emitWithAck('subscribe', channel);
  const next = (socket: Socket, event: string) => new Promise(resolve => socket.once(event, resolve));

  it('[C22] [W1] a token opens one socket within a minute', async () => {
    const address = await server().listen();
    const { access } = await server().signIn('admin');
    const token = await tokenOf(access);
    expect((await connect(address, token)).refusal).toBeNull();
    expect((await connect(address, token)).refusal).toMatch(RUSSIAN);
    expect((await connect(address, 'made up')).refusal).toMatch(RUSSIAN);
    const late = await tokenOf(access);
    server().advance(61_000);
    expect((await connect(address, late)).refusal).toMatch(RUSSIAN);
  });

  it('[W2] [C25] a client subscribes by name and gets an acknowledgement', async () => {
    const { socket, user } = await enter('accountant');
    expect(await subscribe(socket, channels.references)).toMatchObject({ ok: true });
    expect(await subscribe(socket, channels.user(user.id))).toMatchObject({ ok: true });
    expect(await subscribe(socket, channels.records('nomenclature'))).toMatchObject({ ok: true });
    const { quiet_ms } = (await subscribe(socket, channels.records('nomenclature'))) as { quiet_ms: number };
    server().deps.realtime.emit(channels.records('nomenclature'), 'RECORDS_CHANGE', {
      resource: 'nomenclature',
      ids: null,
      records: [],
      deleted: [],
    });
    const after = (await subscribe(socket, channels.records('nomenclature'))) as { quiet_ms: number };
    expect(after.quiet_ms).toBeLessThan(quiet_ms);
    expect(await subscribe(socket, 'nonsense')).toEqual({ ok: false, error: 'Такого канала нет' });
    expect(await subscribe(socket, { length: 1 })).toMatchObject({ ok: false });
    expect(await socket.emitWithAck('unsubscribe', channels.references)).toEqual({ ok: true });
  });

  it('[W3] [P15] a channel without permission is refused', async () => {
    const { socket, user } = await enter('accountant');
    const refused = { ok: false, error: 'Недостаточно прав для этого канала' };
    expect(await subscribe(socket, channels.user(user.id + 1))).toEqual(refused);
    expect(await subscribe(socket, 'drafts')).toEqual(refused);
    expect(await subscribe(socket, channels.records('catalog'))).toEqual(refused);
    expect(await subscribe(socket, channels.records('catalog', 'model.show-products'))).toEqual(refused);
    expect(await subscribe(socket, channels.records('settings/reference/brand'))).toEqual(refused);
    expect(await subscribe(socket, 'holders product-list.import-file')).toMatchObject({ ok: false });
  });

  it('[W3] [P5] a matrix role receives no other events, whatever its permissions', async () => {
    await letRole(server(), 'admin_matrix', 'matrix.view-list', 'users.show-list', 'products.show-list');
    const { socket } = await enter('admin_matrix');
    expect(await subscribe(socket, channels.records('users'))).toMatchObject({ ok: false });
    expect(await subscribe(socket, channels.records('nomenclature'))).toMatchObject({ ok: false });
    expect(await subscribe(socket, channels.records('matrices'))).toMatchObject({ ok: true });
    expect(await subscribe(socket, channels.references)).toMatchObject({ ok: true });
  });

  it('[F13] a change of a record reaches subscribers with its new state', async () => {
    const { socket, access } = await enter('content_manager');
    const send = senderOf(server().app, access);
    await subscribe(socket, channels.records('nomenclature'));
    const created = next(socket, 'RECORDS_CHANGE');
    const { result } = await send('POST', '/products', { name: 'Чай' });
    const { price: _1, prices: _2, categories: _3, model_ids: _4, ...open } = result as Record<string, unknown>;
    expect(await created).toEqual({ resource: 'nomenclature', ids: [1], records: [open], deleted: [] });
    const deleted = next(socket, 'RECORDS_CHANGE');
    await send('DELETE', '/products/1');
    expect(await deleted).toEqual({ resource: 'nomenclature', ids: [], records: [], deleted: [1] });
  });

  it('[T35] [T36] a change of a reference names it on the references channel', async () => {
    const { socket, access } = await enter('admin');
    await subscribe(socket, channels.references);
    const heard = next(socket, 'REFERENCES_CHANGE_EVENT');
    await senderOf(server().app, access)('POST', '/reference/brand/value', { name: 'Заварница' });
    expect(await heard).toEqual({ message: { code_reference: 'brand' } });
  });

  it('[W2] nothing is received without a subscription or after it ends', async () => {
    const { socket, access } = await enter('admin');
    const heard: unknown[] = [];
    socket.onAny((...event) => heard.push(event));
    const send = senderOf(server().app, access);
    await send('POST', '/products', { name: 'Чай' });
    await subscribe(socket, channels.records('nomenclature'));
    await socket.emitWithAck('unsubscribe', channels.records('nomenclature'));
    await send('POST', '/products', { name: 'Кофе' });
    await subscribe(socket, channels.references);
    expect(heard).toEqual([]);
  });

  it('[W4] import events reach the starter’s channel and users who may import, once each', async () => {
    const address = await server().listen();
    const starter = await server().signIn('product_manager');
    const holder = await server().signIn('admin');
    const other = await server().signIn('photographer');
    const heard = new Map<string, number>();
    for (const { user, access } of [starter, holder, other]) {
      const { socket } = await connect(address, await tokenOf(access));
      await subscribe(socket, channels.user(user.id));
      socket.on('IMPORT_STARTS', () => heard.set(user.role, (heard.get(user.role) ?? 0) + 1));
    }
    server().deps.realtime.emit(channels.user(starter.user.id), 'IMPORT_STARTS', {
      run_id: 1,
      message: 'Импорт начат',
    });
    for (const socket of sockets) await subscribe(socket, channels.references);
    expect(Object.fromEntries(heard)).toEqual({ product_manager: 1, admin: 1 });
  });

  it('[W3] events emitted by clients are not relayed', async () => {
    const { socket } = await enter('admin');
    const listener = await enter('admin');
    const heard: unknown[] = [];
    listener.socket.onAny((...event) => heard.push(event));
    await subscribe(listener.socket, channels.references);
    socket.emit('REFERENCES_CHANGE_EVENT', { message: { code_reference: 'brand' } });
    socket.emit('IMPORT_STARTS', { run_id: 1 });
    await subscribe(socket, channels.references);
    await subscribe(listener.socket, channels.references);
    expect(heard).toEqual([]);
  });

  it('[W6] ending a session closes its sockets and no others', async () => {
    const { socket, access } = await enter('admin');
    const stays = await enter('admin');
    const closed = next(socket, 'disconnect');
    await senderOf(server().app, access)('POST', '/auth/logout');
    expect(await closed).toBe('io server disconnect');
    expect(stays.socket.connected).toBe(true);
  });

  it('[P20] a revoked permission ends the subscription at the next check', async () => {
    const { socket, access } = await enter('admin');
    await subscribe(socket, channels.records('nomenclature'));
    const heard: unknown[] = [];
    socket.on('RECORDS_CHANGE', event => heard.push(event));
    await server().db.delete(rolePermissions).where(eq(rolePermissions.slug, 'products.show-list'));
    await server().reviewSockets();
    await senderOf(server().app, access)('POST', '/products', { name: 'Чай' });
    await subscribe(socket, channels.references);
    expect(heard).toEqual([]);
  });
});
