import { expect, it } from 'vitest';
import { channels } from '#contract/events.ts';
import { permissionSlugs } from '#contract/permissions.ts';
import { letRole } from '#tests/support/permissions.ts';
import { recordIn } from '#tests/support/samples.ts';
import { describeOnBoth, senderOf } from '#tests/support/server.ts';

const body = { first_name: 'Олег', last_name: 'Зимин', email: 'Zimin@Example.com', role: 'accountant' };

describeOnBoth('§7 What the calls about people return', server => {
  const admin = () => server().as('admin');
  const statusOf = async (access: string): Promise<number> =>
    (await senderOf(server().app, access)('GET', '/profile')).status;

  it('[A2] every permission is returned with its Russian name and group', async () => {
    const { result } = await (await admin())('GET', '/permissions');
    expect((result as { slug: string }[]).map(({ slug }) => slug)).toEqual(permissionSlugs);
    expect(result).toContainEqual({
      slug: 'user.auth',
      name: 'Вход под другим пользователем',
      group: 'Пользователи',
    });
  });

  it('[A16] [P15] changes of users are announced to those who may list them, without guarded fields', async () => {
    const send = await admin();
    server().messages.length = 0;
    const made = recordIn(await send('POST', '/users', body));
    const told = server().messages.flatMap(message => ('event' in message ? [message] : []));
    expect(told.map(({ channel }) => channel).filter(channel => channel.startsWith('records'))).toEqual([
      channels.records('users'),
    ]);
    expect(JSON.stringify(told)).not.toContain(String(made['password']));
  });

  it('[A16] [P6] users who may list users can search them', async () => {
    const send = await admin();
    await send('POST', '/users', body);
    expect((await send('GET', '/search?query=зимин')).result).toMatchObject({
      users: [{ name: 'Зимин Олег', detail: 'zimin@example.com', picture: null }],
    });
    await letRole(server(), 'content_manager', 'products.show-list', 'user.show-general');
    const { result } = await (await server().as('content_manager'))('GET', '/search?query=зимин');
    expect(Object.keys(result as object)).toEqual(['products']);
  });

  it('[A17] [X31] unknown fields, ids and methods write nothing', async () => {
    const send = await admin();
    const { user, access } = await server().signIn('accountant');
    const own = senderOf(server().app, access);
    for (const extra of [{ role: 'admin' }, { permissions: [] }, { status: 'active' }, { id: 1 }, { email: 'x@y.ru' }])
      expect([extra, (await own('PUT', '/profile', { first_name: 'Я', ...extra })).status]).toEqual([extra, 400]);
    for (const extra of [
      { id: 1 },
      { name: 'Я' },
      { rights: [] },
      { avatar: 'x' },
      { last_seen: null },
      { version: 1 },
    ])
      expect([extra, (await send('POST', '/users', { ...body, ...extra })).status]).toEqual([extra, 400]);
    for (const name of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'])
      await send('POST', `/users/${user.id}`, {}, { [name]: 'DELETE' });
    await send('GET', `/users/${user.id}?_method=DELETE`);
    expect(await own('DELETE', `/users/${user.id}`)).toMatchObject({ status: 403 });
    expect(await statusOf(access)).toBe(200);
    const { headers } = await send('GET', '/users');
    expect([headers.get('Cache-Control'), headers.get('ETag')]).toEqual(['no-store', null]);
  });
});
