import { sql } from 'drizzle-orm';
import { io, type Socket } from 'socket.io-client';
import { afterEach, expect, it } from 'vitest';
import { getEditingChannel } from '#contract/editing.ts';
import { socketOptions } from '#contract/limits.ts';
import type { Notification } from '#contract/notifications.ts';
import type { RoleSlug } from '#contract/roles.ts';
import { editing } from '#server/db/schema.ts';
import { eventually } from '#tests/support/eventually.ts';
import { runFile } from '#tests/support/importing.ts';
import { addProducts } from '#tests/support/records.ts';
import { describeOnBoth } from '#tests/support/server.ts';
import { csvOf } from '#tests/support/tables.ts';

const form = (id: number) => getEditingChannel('nomenclature', id) ?? '';

describeOnBoth('O Open forms', server => {
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.disconnect();
  });

  const enter = async (role: RoleSlug): Promise<Socket> => {
    const { result } = await (await server().as(role))('GET', '/web-socket/get-token');
    const { token } = result as { token: string };
    const socket = io(await server().listen(), {
      path: socketOptions.path,
      query: { token },
      reconnection: false,
      forceNew: true,
    });
    sockets.push(socket);
    await new Promise<void>(resolve => socket.once('connect', resolve));
    return socket;
  };
  const told = async (role: RoleSlug) =>
    ((await (await server().as(role))('GET', '/notifications')).result as { items: Notification[] }).items.flatMap(
      item => (item.kind === 'record_changed' ? [item] : []),
    );
  const nobodyEdits = () => eventually(async () => expect(await server().db.select().from(editing)).toEqual([]));

  it('[O5] [Y6] a user with an open form is notified once who changed the record, and again after reopening it', async () => {
    await addProducts(server(), { name: 'Квас' }, { name: 'Сок' });
    const [socket, author] = [await enter('product_manager'), await enter('admin')];
    for (const one of [socket, author]) expect(await one.emitWithAck('subscribe', form(1))).toMatchObject({ ok: true });
    const send = await server().as('admin');
    await send('PUT', '/products/2', { name: 'Сок яблочный' });
    expect(await told('product_manager')).toEqual([]);
    await send('PUT', '/products/1', { name: 'Квас хлебный' });
    await send('PUT', '/products', { ids: [1, 2], data: { status: 'active' } });
    expect(await told('product_manager')).toMatchObject([
      {
        payload: { resource: 'nomenclature', name: 'Квас хлебный', by: 'Анна Берёзкина' },
        link: '/content/nomenclature/1',
      },
    ]);
    expect(await told('admin')).toEqual([]);
    await socket.emitWithAck('unsubscribe', form(1));
    await author.emitWithAck('unsubscribe', form(1));
    await nobodyEdits();
    await send('PUT', '/products/1', { weight: 1 });
    await socket.emitWithAck('subscribe', form(1));
    await send('PUT', '/products/1', { weight: 2 });
    expect(await told('product_manager')).toHaveLength(2);
  });

  it('[O5] an import notifies users about records it changes', async () => {
    await addProducts(server(), { name: 'Квас', sku: 'K-1' });
    const socket = await enter('product_manager');
    await socket.emitWithAck('subscribe', form(1));
    await runFile(
      server(),
      csvOf([
        ['Название', 'Артикул'],
        ['Квас хлебный', 'K-1'],
      ]),
    );
    expect(await told('product_manager')).toMatchObject([{ payload: { name: 'Квас хлебный' } }]);
  });

  it('[O6] presence on an inaccessible record is refused, and a silent form expires', async () => {
    await addProducts(server(), { name: 'Квас' });
    const [socket, other] = [await enter('product_manager'), await enter('admin_matrix')];
    for (const id of [1, 2]) {
      expect(await other.emitWithAck('subscribe', form(id))).toMatchObject({ ok: false });
      expect(await socket.emitWithAck('subscribe', form(id))).toMatchObject({ ok: id === 1 });
    }
    expect(await server().db.select().from(editing)).toMatchObject([{ record_id: 1, is_told: false }]);
    await server().db.update(editing).set({ expires_at: sql`now() - interval '1 second'` });
    const send = await server().as('admin');
    await send('PUT', '/products/1', { weight: 1 });
    expect(await told('product_manager')).toEqual([]);
    // A server looks again at its sockets, and finds the form open.
    await server().reviewSockets();
    await send('PUT', '/products/1', { weight: 2 });
    expect(await told('product_manager')).toHaveLength(1);
    socket.disconnect();
    await eventually(async () =>
      expect(await server().db.select().from(editing).where(sql`expires_at > now() + interval '20 seconds'`)).toEqual(
        [],
      ),
    );
  });
});
