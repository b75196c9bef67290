import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { PermissionSlug } from '#contract/permissions.ts';
import type { Profile } from '#contract/session.ts';
import { rolePermissions, userPermissions, users } from '#server/db/schema.ts';
import { tokensOf } from '#tests/support/acting.ts';
import { type Answer, describeOnBoth, senderOf } from '#tests/support/server.ts';

describeOnBoth('§4 Acting as another user', server => {
  const send = (access: string | null) => senderOf(server().app, access);
  const act = (access: string, id: number): Promise<Answer> => send(access)('POST', `/users/auth/${id}`);
  const profileOf = async (access: string): Promise<Profile> =>
    ((await send(access)('GET', '/profile')).result as { user: Profile }).user;
  const statusOf = async (access: string): Promise<number> => (await send(access)('GET', '/profile')).status;
  const refreshStatus = async (refresh_token: string): Promise<number> =>
    (await send(null)('POST', '/auth/token/refresh', { refresh_token })).status;
  const grant = (user_id: number, slug: PermissionSlug) =>
    server().db.insert(userPermissions).values({ user_id, slug });
  /** An administrator who acts as an accountant. */
  const begin = async () => {
    const own = await server().signIn('admin');
    const target = await server().createUser('accountant', { first_name: 'Олег', last_name: 'Зимин' });
    return { own, target, acting: tokensOf(await act(own.access, target.id)) };
  };

  it('[C6] [P10] [S23] a holder of user.auth can act as another user, and the profile names the actor', async () => {
    const { own, target, acting } = await begin();
    expect(await profileOf(acting.access)).toMatchObject({
      id: target.id,
      first_name: 'Олег',
      role: { slug: 'accountant' },
      permissions: [{ slug: 'product.show-prices' }, { slug: 'products.show-list' }],
      acted_by: { id: own.user.id, first_name: 'Анна', last_name: 'Берёзкина' },
    });
    expect(await profileOf(own.access)).not.toHaveProperty('acted_by');
    expect((await send(acting.access)('POST', '/products', { name: 'Чай' })).status).toBe(403);
    const { result } = await send(null)('POST', '/auth/token/refresh', { refresh_token: acting.refresh });
    expect(await profileOf((result as { token: string }).token)).toMatchObject({ acted_by: { id: own.user.id } });
  });

  it('[P10] acting requires user.auth', async () => {
    const { id } = await server().createUser('accountant');
    const { access } = await server().signIn('content_manager');
    expect((await act(access, id)).status).toBe(403);
  });

  it('[P18] acting as a user with permissions that one lacks is refused', async () => {
    const { user, access } = await server().signIn('accountant');
    await grant(user.id, 'user.auth');
    const equal = await server().createUser('accountant');
    const stronger = await server().createUser('accountant');
    await grant(stronger.id, 'matrix.operation');
    expect((await act(access, equal.id)).status).toBe(200);
    expect(await act(access, stronger.id)).toMatchObject({
      status: 403,
      message: 'У этого пользователя есть права, которых нет у вас: войти под ним нельзя',
    });
  });

  it('[C6] acting as oneself, a blocked user or an unknown one is refused', async () => {
    const { user, access } = await server().signIn('admin');
    const blocked = await server().createUser('accountant', { status: 'blocked' });
    expect(await act(access, user.id)).toMatchObject({ status: 400, message: 'Это ваша собственная учётная запись' });
    expect(await act(access, blocked.id)).toMatchObject({
      status: 400,
      message: 'Учётная запись этого пользователя заблокирована: войти под ним нельзя',
    });
    expect((await act(access, 999_999)).status).toBe(404);
  });

  it('[S23] it ends with the actor’s own session, sockets included', async () => {
    const { own, acting } = await begin();
    await send(own.access)('POST', '/auth/logout');
    expect([await statusOf(acting.access), await refreshStatus(acting.refresh)]).toEqual([401, 401]);
    expect(server().messages.filter(message => 'endedSession' in message)).toHaveLength(2);
  });

  it('[S23] the actor’s own session continues after acting has ended', async () => {
    const { own, acting } = await begin();
    await send(acting.access)('POST', '/auth/logout');
    expect([await statusOf(acting.access), await statusOf(own.access)]).toEqual([401, 200]);
    expect(await refreshStatus(own.refresh)).toBe(200);
  });

  it.each([
    { fate: 'blocked', change: { status: 'blocked' } },
    { fate: 'given another password', change: null },
  ] as const)('[S23] it ends when the one who acts is $fate', async ({ change }) => {
    const { own, acting } = await begin();
    if (change) await server().db.update(users).set(change).where(eq(users.id, own.user.id));
    else {
      const body = { password: 'demo-demo-2', password_confirmation: 'demo-demo-2' };
      const elsewhere = await server().signIn('admin');
      await send(elsewhere.access)('PUT', '/profile/password', { old_password: 'demo-demo', ...body });
    }
    expect([await statusOf(acting.access), await refreshStatus(acting.refresh)]).toEqual([401, 401]);
  });

  it('[S23] it ends when user.auth is revoked, and has no permission that was revoked from the actor', async () => {
    const { acting } = await begin();
    await server().db.delete(rolePermissions).where(eq(rolePermissions.slug, 'product.show-prices'));
    await grant((await profileOf(acting.access)).id, 'product.show-prices');
    expect((await profileOf(acting.access)).permissions).toEqual([{ slug: 'products.show-list' }]);
    await server().db.delete(rolePermissions).where(eq(rolePermissions.slug, 'user.auth'));
    expect([await statusOf(acting.access), await refreshStatus(acting.refresh)]).toEqual([401, 401]);
  });

  it('[S23] it ends when the user is blocked, and never outlasts the actor’s own session', async () => {
    const { own, target } = await begin();
    server().advance(11.5 * 3_600_000);
    const { result } = await send(null)('POST', '/auth/token/refresh', { refresh_token: own.refresh });
    const acting = tokensOf(await act((result as { token: string }).token, target.id));
    server().advance(1_800_001);
    expect(await refreshStatus(acting.refresh)).toBe(401);
    const again = tokensOf(await act((await server().signIn('admin')).access, target.id));
    await server().db.update(users).set({ status: 'blocked' }).where(eq(users.id, target.id));
    expect(await statusOf(again.access)).toBe(401);
    expect(await refreshStatus(own.refresh)).toBe(401);
  });

  it('[S102] acting as a third user from there is refused', async () => {
    const { own, target, acting } = await begin();
    await grant(target.id, 'user.auth');
    const third = await server().createUser('accountant');
    expect(await act(acting.access, third.id)).toMatchObject({
      status: 403,
      message: 'Вы уже работаете под чужой учётной записью: вернитесь в свою, чтобы войти под другим пользователем',
    });
    expect((await act(acting.access, own.user.id)).status).toBe(403);
    expect(await statusOf(acting.access)).toBe(200);
  });

  it('[S101] it ends after an hour in spite of refreshes, and the actor’s own session continues', async () => {
    server().freeze();
    const { own, acting } = await begin();
    expect((await profileOf(acting.access)).acted_by?.until).toBe(
      new Date(server().deps.clock().getTime() + 3_600_000).toISOString(),
    );
    server().advance(3_599_000);
    const { result } = await send(null)('POST', '/auth/token/refresh', { refresh_token: acting.refresh });
    const later = result as { token: string; refresh_token: string };
    expect(await statusOf(later.token)).toBe(200);
    server().advance(1001);
    expect([await statusOf(later.token), await refreshStatus(later.refresh_token)]).toEqual([401, 401]);
    expect(await refreshStatus(own.refresh)).toBe(200);
  });

  it('[S23] it does not update the other user’s last visit, and their password cannot be changed', async () => {
    const { own, target, acting } = await begin();
    server().advance(60_000);
    await send(null)('POST', '/auth/token/refresh', { refresh_token: acting.refresh });
    const seenOf = async (id: number) => (await server().db.select().from(users).where(eq(users.id, id)))[0]?.last_seen;
    expect(await seenOf(target.id)).toBeNull();
    expect(Number(await seenOf(own.user.id))).toBeGreaterThan(Date.now() + 50_000);
    const body = { old_password: 'demo-demo', password: 'demo-demo-2', password_confirmation: 'demo-demo-2' };
    expect(await send(acting.access)('PUT', '/profile/password', body)).toMatchObject({ status: 403 });
  });
});
