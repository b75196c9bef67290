import { expect, it } from 'vitest';
import { rolePermissions, roles, userPermissions, users } from '#server/db/schema.ts';
import { tokensOf } from '#tests/support/acting.ts';
import { describeOnBoth, senderOf } from '#tests/support/server.ts';

describeOnBoth('People, while acting as another user', server => {
  /** An administrator who acts as another, so that nothing but the acting is in the way. */
  const begin = async () => {
    const own = await server().signIn('admin');
    const subject = await server().createUser('admin');
    const other = await server().createUser('accountant');
    const { access } = tokensOf(await senderOf(server().app, own.access)('POST', `/users/auth/${subject.id}`));
    return { own: own.user, subject, other, send: senderOf(server().app, access) };
  };
  const message =
    'Вы работаете под чужой учётной записью: пользователей, роли и права меняют под своей. Вернитесь в свою учётную запись';
  const everybody = async () => [
    await server().db.select().from(users),
    await server().db.select().from(userPermissions),
    await server().db.select().from(roles),
    await server().db.select().from(rolePermissions),
  ];

  it('[A100] no user, role or permission can be changed, neither the actor’s nor the account’s nor any other', async () => {
    const { own, subject, other, send } = await begin();
    const before = await everybody();
    const person = { first_name: 'Олег', last_name: 'Зимин', email: 'z@example.com', role: 'accountant' };
    for (const [method, path, body] of [
      ['PUT', `/users/${subject.id}`, { email: 'a@example.com' }],
      ['PUT', `/users/${subject.id}`, { password: 'demo-demo-2' }],
      ['PUT', `/users/${own.id}`, { permissions: [{ slug: 'user.auth' }] }],
      ['PUT', `/users/${other.id}`, { role: 'photographer' }],
      ['PUT', `/users/${other.id}`, { last_name: 'Ёлкина' }],
      ['POST', '/users', person],
      ['DELETE', `/users/${other.id}`, undefined],
      ['POST', '/roles', { name: 'Кладовщик', slug: 'stock', permissions: [] }],
      ['PUT', '/roles/2', { name: 'Кладовщик' }],
      ['DELETE', '/roles/2', undefined],
    ] as const)
      expect([path, await send(method, path, body)]).toMatchObject([path, { status: 409, message }]);
    for (const [method, path, body] of [
      ['PUT', '/users', { ids: [other.id], data: { status: 'blocked' } }],
      ['DELETE', '/users', { ids: [other.id] }],
    ] as const)
      expect((await send(method, path, body)).result).toMatchObject({ ids: [], failed: [{ id: other.id, message }] });
    expect(await everybody()).toEqual(before);
  });

  it('[A100] in the own account they can be changed', async () => {
    const { other } = await begin();
    const admin = await server().as('admin');
    expect((await admin('PUT', `/users/${other.id}`, { role: 'photographer' })).status).toBe(200);
  });
});
