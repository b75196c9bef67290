import { eq } from 'drizzle-orm';
import { sign } from 'hono/jwt';
import { expect, it } from 'vitest';
import { rolePermissions, users } from '#server/db/schema.ts';
import { type Answer, describeOnBoth, senderOf, type TestServer } from '#tests/support/server.ts';

interface Pair {
  token: string;
  refresh_token: string;
}
const refresh = async (server: TestServer, refresh_token: string): Promise<Answer & { pair: Pair }> => {
  const answer = await senderOf(server.app, null)('POST', '/auth/token/refresh', { refresh_token });
  return { ...answer, pair: answer.result as Pair };
};
const profileStatus = async (server: TestServer, token: string): Promise<number> =>
  (await senderOf(server.app, token)('GET', '/profile')).status;

describeOnBoth('§7 Sign-in and session', server => {
  const login = async (body: object) => senderOf(server().app, null)('POST', '/auth/login', body);

  it('[C2] [S2] a user signs in by address and password and gets an access token of ten minutes', async () => {
    const { email, id } = await server().createUser('accountant');
    const answer = await login({ email: email.toUpperCase(), password: 'demo-demo' });
    expect(answer).toMatchObject({
      status: 200,
      code: 200,
      message: 'success',
      result: { accessToken: { token: expect.any(String) }, refreshToken: { token: expect.any(String) } },
    });
    const { token } = (answer.result as { accessToken: { token: string } }).accessToken;
    expect(await senderOf(server().app, token)('GET', '/profile')).toMatchObject({ result: { user: { id } } });
    server().advance(570_000);
    expect(await profileStatus(server(), token)).toBe(200);
    server().advance(31_000);
    expect(await profileStatus(server(), token)).toBe(401);
  });

  it('[S7] a wrong address and a wrong password cannot be distinguished', async () => {
    const { email } = await server().createUser('accountant');
    const wrongPassword = await login({ email, password: 'not this one' });
    const wrongAddress = await login({ email: 'nobody@example.com', password: 'demo-demo' });
    expect(wrongPassword).toMatchObject({ status: 400, message: 'Неверный адрес почты или пароль' });
    const namesOf = ({ headers, ...answer }: Answer) => ({ ...answer, headers: [...headers.keys()] });
    expect(namesOf(wrongAddress)).toEqual(namesOf(wrongPassword));
  });

  it('[S2] a token with another algorithm, none, or another secret is refused', async () => {
    const { access } = await server().signIn('admin');
    const [, payload] = access.split('.');
    const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
    const none = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`;
    const forged = [
      none,
      access.replace(/.$/, 'é'),
      `${access}.more`,
      'neither',
      await sign(claims, server().deps.secrets.access, 'HS512'),
      await sign(claims, 'another secret', 'HS256'),
      await sign({ ...claims, sub: '999' }, server().deps.secrets.access, 'HS256'),
    ];
    for (const token of forged) expect(await profileStatus(server(), token)).toBe(401);
    expect(await profileStatus(server(), await sign(claims, server().deps.secrets.access, 'HS256'))).toBe(200);
  });

  it('[C5] [S3] a refresh token gives the next pair, and the database keeps only hashes', async () => {
    const { refresh: first } = await server().signIn('admin');
    const { status, pair } = await refresh(server(), first);
    expect(status).toBe(200);
    expect(pair.refresh_token).not.toBe(first);
    expect(await profileStatus(server(), pair.token)).toBe(200);
    const kept = await server().db.query.refreshTokens.findMany();
    expect(kept).toHaveLength(2);
    expect(JSON.stringify(kept)).not.toContain(pair.refresh_token);
    expect((await refresh(server(), 'made up')).status).toBe(401);
  });

  it('[S3] concurrent refreshes with one token all get the same successor', async () => {
    const { refresh: first } = await server().signIn('admin');
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(server(), first)));
    expect(new Set(answers.map(({ pair }) => pair.refresh_token)).size).toBe(1);
    expect(await server().db.query.refreshTokens.findMany()).toHaveLength(2);
  });

  it('[S4] for 30 seconds the immediate predecessor gives the same successor again', async () => {
    const { refresh: first } = await server().signIn('admin');
    const { pair } = await refresh(server(), first);
    server().advance(20_000);
    expect((await refresh(server(), first)).pair.refresh_token).toBe(pair.refresh_token);
    expect((await refresh(server(), pair.refresh_token)).status).toBe(200);
  });

  it('[S4] [S5] a predecessor whose successor was used ends the session, even within the 30 seconds', async () => {
    const { refresh: first } = await server().signIn('admin');
    const { pair: second } = await refresh(server(), first);
    const { pair: third } = await refresh(server(), second.refresh_token);
    expect((await refresh(server(), first)).status).toBe(401);
    expect((await refresh(server(), third.refresh_token)).status).toBe(401);
  });

  it('[S5] a replay after 30 seconds ends that session and no other of the same user', async () => {
    const stolen = await server().signIn('admin');
    const other = await server().signIn('admin');
    const { pair } = await refresh(server(), stolen.refresh);
    server().advance(31_000);
    expect((await refresh(server(), stolen.refresh)).status).toBe(401);
    expect(await profileStatus(server(), pair.token)).toBe(401);
    expect((await refresh(server(), pair.refresh_token)).status).toBe(401);
    expect(await profileStatus(server(), other.access)).toBe(200);
    expect((await refresh(server(), other.refresh)).status).toBe(200);
  });

  it('[S6] logging out ends the session on the server, and no other', async () => {
    const left = await server().signIn('admin');
    const stays = await server().signIn('admin');
    expect(await senderOf(server().app, left.access)('POST', '/auth/logout')).toMatchObject({
      status: 200,
      result: null,
    });
    expect(await profileStatus(server(), left.access)).toBe(401);
    expect((await refresh(server(), left.refresh)).status).toBe(401);
    expect(await profileStatus(server(), stays.access)).toBe(200);
  });

  it('[S18] a session lasts 12 hours, or 30 days with “remember me”', async () => {
    const { email } = await server().createUser('accountant');
    const tokenOf = async (remember: boolean) => {
      const { result } = await login({ email, password: 'demo-demo', remember });
      return (result as { refreshToken: { token: string } }).refreshToken.token;
    };
    const [short, long] = [await tokenOf(false), await tokenOf(true)];
    server().advance(12 * 3_600_000 + 1000);
    expect((await refresh(server(), short)).status).toBe(401);
    const { pair } = await refresh(server(), long);
    server().advance(30 * 24 * 3_600_000 + 1000);
    expect((await refresh(server(), pair.refresh_token)).status).toBe(401);
  });

  it('[S17] a blocked user is refused from the next request on', async () => {
    const { user, access, refresh: token } = await server().signIn('admin');
    await server().db.update(users).set({ status: 'blocked' }).where(eq(users.id, user.id));
    expect(await profileStatus(server(), access)).toBe(401);
    expect((await refresh(server(), token)).status).toBe(401);
    expect(await login({ email: user.email, password: 'demo-demo' })).toMatchObject({ status: 400 });
  });

  it('[P20] a revoked permission is gone with the next request', async () => {
    const send = await server().as('accountant');
    expect((await send('GET', '/products')).status).toBe(200);
    await server().db.delete(rolePermissions).where(eq(rolePermissions.slug, 'products.show-list'));
    expect(await send('GET', '/products')).toMatchObject({
      status: 403,
      message: 'Недостаточно прав для этого действия',
    });
    const { result } = await send('GET', '/profile');
    expect(JSON.stringify(result)).not.toContain('products.show-list');
  });

  it('[C7] the profile contains the user, the role and every permission', async () => {
    const send = await server().as('accountant');
    expect(await send('GET', '/profile')).toMatchObject({
      result: {
        user: {
          first_name: 'Анна',
          last_name: 'Берёзкина',
          middle_name: null,
          avatar: null,
          role: { slug: 'accountant', name: 'Бухгалтер' },
          permissions: [{ slug: 'product.show-prices' }, { slug: 'products.show-list' }],
        },
      },
    });
  });
});
