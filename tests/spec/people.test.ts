import { and, eq, ne } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { PermissionSlug } from '#contract/permissions.ts';
import { idempotencyKeys, passwordResets, userPermissions, users } from '#server/db/schema.ts';
import { letRole } from '#tests/support/permissions.ts';
import { itemsIn, recordIn } from '#tests/support/samples.ts';
import { describeOnBoth, senderOf } from '#tests/support/server.ts';
import { RUSSIAN } from '#tests/support/words.ts';

const body = { first_name: 'Олег', last_name: 'Зимин', email: 'Zimin@Example.com', role: 'accountant' };
const lacking = 'Выдать можно только те права, которые есть у вас самих';

describeOnBoth('§6 Administration of people', server => {
  const admin = () => server().as('admin');
  const grant = (user_id: number, ...slugs: PermissionSlug[]) =>
    server()
      .db.insert(userPermissions)
      .values(slugs.map(slug => ({ user_id, slug })));
  /** Somebody of the staff who administers people and holds these slugs besides. */
  const manager = async (...slugs: PermissionSlug[]) => {
    await letRole(
      server(),
      'content_manager',
      'users.show-list',
      'user.show-general',
      'user.create',
      'roles.manage',
      ...slugs,
    );
    return { ...(await server().signIn('content_manager')), send: await server().as('content_manager') };
  };
  const roleId = async (slug: string): Promise<number> => {
    const roles = (await (await admin())('GET', '/roles')).result as { id: number; slug: string }[];
    return roles.find(role => role.slug === slug)?.id ?? 0;
  };
  const statusOf = async (access: string): Promise<number> =>
    (await senderOf(server().app, access)('GET', '/profile')).status;
  const ended = () => server().messages.filter(message => 'endedSession' in message).length;

  it('[X540] a caller who may only create users does not learn whose e-mail address is taken', async () => {
    await letRole(server(), 'accountant', 'user.create');
    const send = await server().as('accountant');
    await (await admin())('POST', '/users', body);
    const path = `/users/duplicate?field=email&value=${body.email}`;
    expect((await (await admin())('GET', path)).result).toMatchObject({ name: 'Зимин Олег' });
    expect(await send('GET', path)).toMatchObject({ status: 200, result: null });
  });

  it('[C17] [A1] the list of roles is a plain array, and a page when one is requested', async () => {
    const send = await admin();
    const plain = (await send('GET', '/roles')).result as { slug: string; permissions: { slug: string }[] }[];
    expect(plain.map(({ slug }) => slug)).toEqual(expect.arrayContaining(['admin', 'photographer', '1c_client']));
    expect(plain.find(({ slug }) => slug === 'accountant')?.permissions).toEqual([
      { slug: 'product.show-prices' },
      { slug: 'products.show-list' },
    ]);
    expect((await send('GET', '/roles?page=1&per_page=3')).result).toMatchObject({ total: plain.length, per_page: 3 });
  });

  it('[F8] [T7] [E5] [P9] [P11] an administrator creates a user, who signs in, and changes them', async () => {
    const send = await admin();
    const made = recordIn(await send('POST', '/users', { ...body, password: 'correct horse', status: 'active' }));
    expect(made).toMatchObject({ name: 'Зимин Олег', email: 'zimin@example.com', status: 'active', last_seen: null });
    const login = { email: 'zimin@example.com', password: 'correct horse' };
    expect((await senderOf(server().app, null)('POST', '/auth/login', login)).status).toBe(200);
    const [seen] = itemsIn(await send('GET', '/users?search=олег'));
    expect(seen).toMatchObject({ id: made.id, last_seen: expect.any(String), created_at: made['created_at'] });
    expect(
      (await send('PUT', `/users/${made.id}`, { middle_name: 'Ильич', permissions: [{ slug: 'matrix.view-list' }] }))
        .result,
    ).toMatchObject({
      name: 'Зимин Олег Ильич',
      rights: [{ slug: 'matrix.view-list' }, { slug: 'product.show-prices' }, { slug: 'products.show-list' }],
    });
    expect((await send('POST', '/users', body)).errors).toEqual({ email: ['Такое значение уже есть'] });
    expect((await send('POST', '/users', { ...body, email: 'x', password: 'short' })).errors).toEqual({
      email: ['Проверьте адрес: он пишется как имя@домен.ru'],
      password: ['Не короче 8 знаков'],
    });
  });

  it('[V3] [A9] the password of a new user is only in the first response of their creation', async () => {
    const send = await admin();
    const headers = { 'Idempotency-Key': 'one' };
    const made = recordIn(await send('POST', '/users', body, headers));
    const password = String(made['password']);
    expect(password).toMatch(/^[\w-]{16}$/);
    const login = { email: body.email, password };
    expect((await senderOf(server().app, null)('POST', '/auth/login', login)).status).toBe(200);

    const answers = [
      await send('POST', '/users', body, headers),
      await send('GET', `/users/${made.id}`),
      await send('GET', '/users'),
      await send('PUT', `/users/${made.id}`, { first_name: 'Пётр' }),
      await send('GET', '/search?query=zimin'),
    ];
    const file = await server().app.request('/api/users/export?format=csv', {
      headers: { Authorization: `Bearer ${(await server().signIn('admin')).access}` },
    });
    const [kept] = await server().db.select().from(users).where(eq(users.id, made.id));
    const keys = await server().db.select().from(idempotencyKeys);
    const past = [await send('GET', '/drafts/history?page=1'), await send('GET', '/security-events?page=1')];
    const everything = [...answers, ...past, server().messages, server().faults, kept, keys, await file.text()];
    expect(JSON.stringify(everything)).not.toContain(password);
    expect(JSON.stringify([...answers, server().messages])).not.toMatch(/"password"|argon2/);
    expect(kept?.password).toMatch(/^\$argon2id\$/);
  });

  it('[A9] one password cannot be set for several users at once', async () => {
    const { id } = await server().createUser('accountant');
    const send = await admin();
    const data = { password: 'one for all' };
    for (const answer of [
      await send('PUT', '/users', { ids: [id], data }),
      await send('POST', '/users/preview', { ids: [id], data }),
    ])
      expect(answer).toMatchObject({ status: 400, errors: { 'data.password': [expect.stringMatching(RUSSIAN)] } });
  });

  it('[P17] [A3] roles and permissions beyond the caller’s own cannot be granted', async () => {
    const { send } = await manager('products.show-list', 'product.show-prices');
    const { id } = await server().createUser('accountant');
    const tried = { permissions: [{ slug: 'matrix.view-list' }] };
    const refused = { status: 403, message: lacking };
    expect(await send('POST', '/users', { ...body, role: 'admin' })).toMatchObject({
      ...refused,
      errors: { role: [lacking] },
    });
    expect(await send('POST', '/users', { ...body, ...tried })).toMatchObject(refused);
    expect(await send('PUT', `/users/${id}`, { role: 'admin' })).toMatchObject({
      ...refused,
      errors: { role: [lacking] },
    });
    expect(await send('PUT', `/users/${id}`, tried)).toMatchObject({ ...refused, errors: { permissions: [lacking] } });
    expect((await send('PUT', '/users', { ids: [id], data: { role: 'admin' } })).result).toMatchObject({
      ids: [],
      failed: [{ id, message: lacking }],
    });
    const role = await roleId('accountant');
    expect(await send('PUT', `/roles/${role}`, tried)).toMatchObject(refused);
    expect(await send('POST', '/roles', { name: 'Новая', slug: 'new', ...tried })).toMatchObject(refused);
    expect(await send('POST', '/users', { ...body, permissions: [{ slug: 'user.create' }] })).toMatchObject({
      status: 200,
    });
    expect(
      await send('POST', '/roles', { name: 'Новая', slug: 'new', permissions: [{ slug: 'user.create' }] }),
    ).toMatchObject({
      status: 200,
    });
  });

  it('[A6] a user or role with more permissions than the caller cannot be changed', async () => {
    const { send } = await manager('products.show-list', 'product.show-prices');
    const stronger = await server().createUser('accountant');
    await grant(stronger.id, 'matrix.operation');
    const message = 'У этого пользователя есть права, которых нет у вас: изменить его нельзя';
    for (const change of [
      { email: 'mine@example.com' },
      { password: 'known to me' },
      { status: 'blocked' },
      { role: 'accountant', permissions: [] },
    ])
      expect(await send('PUT', `/users/${stronger.id}`, change)).toMatchObject({ status: 403, message });
    expect(await send('DELETE', `/users/${stronger.id}`)).toMatchObject({ status: 403, message });
    expect((await send('DELETE', '/users', { ids: [stronger.id] })).result).toMatchObject({
      ids: [],
      failed: [{ message }],
    });
    // The role alone would be within reach; whoever has it is not.
    const role = await roleId('accountant');
    expect(await send('PUT', `/roles/${role}`, { permissions: [] })).toMatchObject({ status: 403 });
    expect(await send('PUT', `/roles/${await roleId('admin')}`, { name: 'Все' })).toMatchObject({ status: 403 });
    await server().db.delete(users).where(eq(users.id, stronger.id));
    expect(await send('PUT', `/roles/${role}`, { permissions: [] })).toMatchObject({ status: 200 });
  });

  it('[P19] [A4] users cannot block, delete or demote themselves by any call', async () => {
    const { user, send } = await manager();
    await server().createUser('admin');
    const self = 'Себе это изменить нельзя: попросите другого администратора';
    expect((await send('PUT', `/users/${user.id}`, { status: 'blocked' })).errors).toEqual({ status: [self] });
    expect((await send('PUT', `/users/${user.id}`, { role: 'accountant' })).errors).toEqual({ role: [self] });
    expect((await send('PUT', `/users/${user.id}`, { password: 'another one' })).status).toBe(400);
    expect(await send('DELETE', `/users/${user.id}`)).toMatchObject({ status: 400 });
    for (const answer of [
      await send('PUT', '/users', { ids: [user.id], data: { status: 'blocked' } }),
      await send('DELETE', '/users', { ids: [user.id] }),
    ])
      expect(answer.result).toMatchObject({ ids: [], failed: [{ id: user.id }] });
    const role = await roleId('content_manager');
    const less = { permissions: [{ slug: 'roles.manage' }] };
    expect((await send('PUT', `/roles/${role}`, less)).errors).toEqual({
      permissions: ['Так вы потеряете собственные права: попросите другого администратора'],
    });
    expect(await send('PUT', `/users/${user.id}`, { first_name: 'Мария' })).toMatchObject({ status: 200 });
  });

  it('[A4] [A100] nor can they from the account that they act as', async () => {
    const own = await server().signIn('admin');
    const other = await server().createUser('admin');
    await server().createUser('admin');
    const acted = await senderOf(server().app, own.access)('POST', `/users/auth/${other.id}`);
    const { token } = (acted.result as { accessToken: { token: string } }).accessToken;
    const send = senderOf(server().app, token);
    for (const { id } of [own.user, other])
      expect((await send('PUT', `/users/${id}`, { status: 'blocked' })).status).toBe(409);
  });

  it('[A5] of two administrators who block, delete or demote each other at once, one remains', async () => {
    const tries: ((id: number) => Parameters<Awaited<ReturnType<typeof admin>>>)[] = [
      (id: number) => ['PUT', `/users/${id}`, { status: 'blocked' }],
      (id: number) => ['DELETE', `/users/${id}`],
      (id: number) => ['PUT', `/users/${id}`, { role: 'accountant' }],
      (id: number) => ['PUT', '/users', { ids: [id], data: { status: 'blocked' } }],
    ];
    for (const attempt of tries) {
      await server().reset();
      const demo = await server().createUser('admin', { email: 'admin@demo.local' });
      const one = await server().signIn('admin');
      const created = recordIn(
        await senderOf(server().app, one.access)('POST', '/users', { ...body, role: 'admin', password: 'demo-demo' }),
      );
      const login = { email: body.email, password: 'demo-demo' };
      const { result } = await senderOf(server().app, null)('POST', '/auth/login', login);
      const { token } = (result as { accessToken: { token: string } }).accessToken;
      await Promise.all([
        senderOf(server().app, one.access)(...attempt(created.id)),
        senderOf(server().app, token)(...attempt(one.user.id)),
      ]);
      const left = await server()
        .db.select()
        .from(users)
        .where(and(eq(users.status, 'active'), eq(users.role, 'admin'), ne(users.id, demo.id)));
      expect(left).toHaveLength(1);
      expect(server().faults).toEqual([]);
    }
  });

  it('[A7] [S17] blocking, deleting and a new password end a user’s sessions and invalidate their reset links', async () => {
    const acts: [object | null, number][] = [
      [{ status: 'blocked' }, 401],
      [{ password: 'known to them' }, 401],
      [{ first_name: 'Иная' }, 200],
      [null, 401],
    ];
    for (const [change, status] of acts) {
      await server().reset();
      const send = await admin();
      const { user, access } = await server().signIn('accountant');
      const expires_at = new Date(Date.now() + 60_000);
      await server()
        .db.insert(passwordResets)
        .values({ user_id: user.id, hash: 'h', expires_at })
        .onConflictDoNothing();
      server().messages.length = 0;
      await (change ? send('PUT', `/users/${user.id}`, change) : send('DELETE', `/users/${user.id}`));
      expect([change, await statusOf(access), ended() > 0]).toEqual([change, status, status === 401]);
      const links = await server().db.select().from(passwordResets).where(eq(passwordResets.user_id, user.id));
      expect([change, links.length]).toEqual([change, status === 401 ? 0 : 1]);
    }
  });

  it('[P20] [A8] revoking a permission from a role applies to the next request, and subscriptions are checked again', async () => {
    const send = await admin();
    const { access } = await server().signIn('accountant');
    const role = await roleId('accountant');
    server().messages.length = 0;
    expect((await senderOf(server().app, access)('GET', '/products')).status).toBe(200);
    await send('PUT', `/roles/${role}`, { permissions: [{ slug: 'product.show-prices' }] });
    expect((await senderOf(server().app, access)('GET', '/products')).status).toBe(403);
    expect(server().messages).toContainEqual({ rightsOf: 'anybody' });
  });

  it('[A13] a declared role cannot be renamed or deleted, and an administrator has every permission', async () => {
    const send = await admin();
    const [photographer, full] = [await roleId('photographer'), await roleId('admin')];
    expect((await send('PUT', `/roles/${photographer}`, { slug: 'painter' })).errors).toHaveProperty('slug');
    expect(await send('DELETE', `/roles/${photographer}`)).toMatchObject({ status: 409 });
    expect((await send('PUT', `/roles/${full}`, { permissions: [] })).errors).toHaveProperty('permissions');
    expect(await send('PUT', `/roles/${photographer}`, { name: 'Художник' })).toMatchObject({ status: 200 });
  });

  it('[A13] [R75] a role in use cannot be deleted, and the error contains its number of users', async () => {
    const send = await admin();
    const { id } = recordIn(await send('POST', '/roles', { name: 'Новая', slug: 'new' }));
    await send('POST', '/users', { ...body, role: 'new' });
    expect(await send('DELETE', `/roles/${id}`)).toMatchObject({
      status: 409,
      result: { uses: [{ resource: 'users', count: 1 }] },
    });
  });

  it('[A13] a role on a sharing list cannot be deleted, and renaming it updates the list', async () => {
    const send = await admin();
    const { id } = recordIn(
      await send('POST', '/roles', { name: 'Новая', slug: 'new', permissions: [{ slug: 'matrix.view-list' }] }),
    );
    const access = (slug: string) => ({ users: [], roles: [{ slug, level: 'view' }] });
    const matrix = recordIn(await send('POST', '/matrices', { name: 'Утро', access: access('new') }));
    expect(await send('DELETE', `/roles/${id}`)).toMatchObject({
      status: 409,
      message: expect.stringContaining('матрицам: 1'),
    });
    await send('PUT', `/roles/${id}`, { slug: 'newer' });
    const { result } = await send('GET', `/matrices/${matrix.id}`);
    expect(result).toMatchObject({ version: matrix.version + 1, access: access('newer') });
  });
});
