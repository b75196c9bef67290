import { describe, expect, it } from 'vitest';
import { channels } from '#contract/events.ts';
import type { Notification } from '#contract/notifications.ts';
import type { RoleSlug } from '#contract/roles.ts';
import { cancelImport } from '#server/imports/importJob.ts';
import { collectNotified, notify, pruneNotifications } from '#server/realtime/notifications/notify.ts';
import { actAs } from '#tests/support/acting.ts';
import { begin, goods, header, nextEvent, runFile } from '#tests/support/importing.ts';
import { letRole } from '#tests/support/permissions.ts';
import { recordIn } from '#tests/support/samples.ts';
import { type TestServer, useTestServer } from '#tests/support/server.ts';
import { csvOf } from '#tests/support/tables.ts';

interface Heard {
  items: Notification[];
  unread: number;
  total: number;
}
const heardBy = async (server: TestServer, role: RoleSlug): Promise<Heard> =>
  (await (await server.as(role))('GET', '/notifications')).result as Heard;

const kindsOf = ({ items }: Heard) => items.map(({ kind }) => kind);

/** Tells somebody that so many roles were given to them. */
const tell = async (server: TestServer, role: RoleSlug, count: number): Promise<void> => {
  const { user } = await server.signIn(role);
  for (let at = 1; at <= count; at += 1)
    await notify(server.db, collectNotified(server.deps.clock()), [user.id], {
      kind: 'role_given',
      payload: { role: `Роль ${at}`, by: null },
      link: null,
    });
};

const toldWindows = ({ messages }: TestServer) =>
  messages.flatMap(message =>
    'event' in message && message.event === 'NOTIFICATIONS_CHANGE' ? [message.channel] : [],
  );

describe('Y Notifications', () => {
  const server = useTestServer();

  it('[F14] [Y1] users read their notifications in pages, newest first, with the number of unread ones', async () => {
    await tell(server(), 'photographer', 3);
    const send = await server().as('photographer');
    const first = (await send('GET', '/notifications?per_page=2')).result as Heard;
    const second = (await send('GET', '/notifications?per_page=2&page=2')).result as Heard;
    expect([...first.items, ...second.items].map(({ payload }) => payload)).toEqual(
      [3, 2, 1].map(at => ({ role: `Роль ${at}`, by: null })),
    );
    expect([first.total, first.unread]).toEqual([3, 3]);
    expect(((await send('GET', '/notifications?per_page=0')).result as Heard).unread).toBe(3);
  });

  it('[Y2] users mark some notifications read, or all up to the newest one they have seen', async () => {
    await tell(server(), 'admin_matrix', 3);
    const send = await server().as('admin_matrix');
    const [third, second] = (await heardBy(server(), 'admin_matrix')).items;
    expect((await send('PUT', '/notifications/read', { ids: [third?.id] })).result).toEqual({ unread: 2 });
    expect((await send('PUT', '/notifications/read', { until: second?.id })).result).toEqual({ unread: 0 });
    await tell(server(), 'admin_matrix', 1);
    expect((await send('PUT', '/notifications/read', { until: third?.id })).result).toEqual({ unread: 1 });
    expect((await send('PUT', '/notifications/read', {})).status).toBe(400);
  });

  it('[Y5] nobody can read another user’s notifications or mark them read, and visitors have none', async () => {
    await tell(server(), 'photographer', 1);
    const [theirs] = (await heardBy(server(), 'photographer')).items;
    const admin = await server().as('admin');
    expect((await heardBy(server(), 'admin')).items).toEqual([]);
    await admin('PUT', '/notifications/read', { ids: [theirs?.id] });
    await admin('PUT', '/notifications/read', { until: theirs?.id });
    expect((await heardBy(server(), 'photographer')).unread).toBe(1);
    expect((await (await server().as('visitor'))('GET', '/notifications')).status).toBe(401);
  });

  it('[Y5] all windows of a user are notified when their notifications change, also when some are read', async () => {
    const { user } = await server().signIn('content_manager');
    await runFile(server(), csvOf([header, ...goods(1, 2)]));
    expect(toldWindows(server())).toEqual([channels.user(user.id)]);
    const send = await server().as('content_manager');
    const until = (await heardBy(server(), 'content_manager')).items[0]?.id;
    await send('PUT', '/notifications/read', { until });
    await send('PUT', '/notifications/read', { until });
    expect(toldWindows(server())).toHaveLength(2);
  });

  it('[Y3] the user who started an import is notified of its end, with counts and a link to the run', async () => {
    const run = await runFile(server(), csvOf([header, ...goods(1, 2), ['', '', '']]));
    expect((await heardBy(server(), 'content_manager')).items).toMatchObject([
      {
        kind: 'import_finished',
        payload: { file_name: 'товары.csv', counts: run.counts },
        link: `/content/nomenclature/import?run=${run.id}`,
        read_at: null,
      },
    ]);
  });

  it('[Y3] cancelling another user’s import notifies its starter of who did it; cancelling one’s own notifies nobody', async () => {
    const admin = await server().createUser('admin', { first_name: 'Пётр', last_name: 'Кузнецов' });
    const own = await server().signIn('content_manager');
    for (const by of [admin.id, own.user.id]) {
      const stopped = nextEvent(server(), 'IMPORT_INTERUPT');
      const { done } = await begin(server(), goods(1, 5000));
      await cancelImport(server().deps, by);
      await stopped;
      await done;
    }
    expect((await heardBy(server(), 'content_manager')).items).toMatchObject([
      { kind: 'import_canceled', payload: { file_name: 'товары.csv', by: 'Пётр Кузнецов' } },
    ]);
  });

  it('[Y4] users with whom a matrix is shared, by name or by role, are notified once, except the one who shares it', async () => {
    const send = await server().as('admin');
    const { user: admin } = await server().signIn('admin');
    const { user: named } = await server().signIn('admin_matrix');
    const { user: ofRole } = await server().signIn('manager_matrix');
    const people = [named, admin].map(({ id }) => ({ id, level: 'view' }));
    const access = { users: people, roles: [{ slug: ofRole.role, level: 'view' }] };
    const { id } = recordIn(await send('POST', '/matrices', { name: 'Утро', access }));
    const shared = {
      kind: 'record_shared',
      payload: { resource: 'matrices', name: 'Утро', level: 'view', by: 'Анна Берёзкина' },
      link: `/content/matrices/${id}`,
    };
    expect((await heardBy(server(), 'admin_matrix')).items).toMatchObject([shared]);
    expect((await heardBy(server(), 'manager_matrix')).items).toMatchObject([shared]);
    expect(kindsOf(await heardBy(server(), 'admin'))).toEqual([]);

    await send('PUT', `/matrices/${id}`, { name: 'Полдень' });
    const raised = { ...access, users: [{ id: named.id, level: 'edit' }] };
    await send('PUT', `/matrices/${id}/access`, raised);
    await send('PUT', `/matrices/${id}/access`, access);
    expect((await heardBy(server(), 'admin_matrix')).items).toMatchObject([
      { payload: { level: 'edit', name: 'Полдень' } },
      shared,
    ]);
    expect((await heardBy(server(), 'manager_matrix')).total).toBe(1);
  });

  it('[Y561] a notification of what was done while acting as another user names the actor too', async () => {
    const { send } = await actAs(server(), { first_name: 'Дарья', last_name: 'Воробьёва' });
    const { user } = await server().signIn('manager_matrix');
    const access = { users: [{ id: user.id, level: 'view' }], roles: [] };
    await letRole(server(), 'content_manager', 'matrix.operation', 'matrix.view-list', 'product-list.import-file');
    await send('POST', '/matrices', { name: 'Утро', access });
    expect((await heardBy(server(), 'manager_matrix')).items).toMatchObject([
      { kind: 'record_shared', payload: { by: 'Дарья Воробьёва', acted_by: 'Анна Берёзкина' } },
    ]);
    const stopped = nextEvent(server(), 'IMPORT_INTERUPT');
    const { done } = await begin(server(), goods(1, 5000));
    expect((await send('DELETE', '/products/import/nomenclature')).status).toBe(200);
    await stopped;
    await done;
    expect((await heardBy(server(), 'content_manager')).items[0]).toMatchObject({
      kind: 'import_canceled',
      payload: { by: 'Дарья Воробьёва', acted_by: 'Анна Берёзкина' },
    });
  });

  it('[Y9] users are notified of a granted role or permission, also through their role, but not of revocations', async () => {
    const send = await server().as('admin');
    const { user } = await server().signIn('photographer');
    await send('PUT', `/users/${user.id}`, {
      permissions: [{ slug: 'models.show-list' }, { slug: 'users.show-list' }],
    });
    await send('PUT', `/users/${user.id}`, { permissions: [] });
    await send('PUT', `/users/${user.id}`, { role: 'accountant' });
    const roles = (await send('GET', '/roles')).result as {
      id: number;
      slug: string;
      permissions: { slug: string }[];
    }[];
    const accountant = roles.find(({ slug }) => slug === 'accountant');
    const permissions = [...(accountant?.permissions ?? []), { slug: 'categories.show-list' }];
    await send('PUT', `/roles/${accountant?.id}`, { permissions });
    expect((await heardBy(server(), 'photographer')).items).toMatchObject([
      { kind: 'permissions_given', payload: { slugs: ['categories.show-list'], by: 'Анна Берёзкина' } },
      { kind: 'role_given', payload: { role: 'Бухгалтер' } },
      { kind: 'permissions_given', payload: { slugs: ['users.show-list'] } },
    ]);
    expect((await heardBy(server(), 'admin')).total).toBe(0);
  });

  it('[Y6] a change that is rolled back notifies nobody', async () => {
    const { user } = await server().signIn('admin');
    const people = collectNotified(new Date());
    const notification = { kind: 'synchronization_failed', payload: {}, link: null } as const;
    const failing = server().db.transaction(async tx => {
      await notify(tx, people, [user.id], notification);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect((await heardBy(server(), 'admin')).total).toBe(0);
  });

  it('[Y7] notifications older than ninety days are deleted', async () => {
    await tell(server(), 'photographer', 1);
    server().advance(91 * 86_400_000);
    await tell(server(), 'photographer', 1);
    await pruneNotifications(server().deps);
    expect((await heardBy(server(), 'photographer')).total).toBe(1);
  });
});
