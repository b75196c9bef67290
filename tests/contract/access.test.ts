import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { type Endpoint, isWithinReach } from '#contract/endpoint.ts';
import { everyEndpoint } from '#contract/endpoints.ts';
import { allows, permissionSlugs } from '#contract/permissions.ts';
import { matrixRoles, type RoleSlug, roleSlugs, roles } from '#contract/roles.ts';
import { callerOf } from '#server/accounts/session/caller.ts';
import { bind } from '#server/http/bindEndpoints.ts';
import { ApiFailure } from '#server/http/errors.ts';
import { letRole } from '#tests/support/permissions.ts';
import { describeOnEmbedded, senderOf, type TestServer } from '#tests/support/server.ts';

const all = everyEndpoint().map(({ group, name, endpoint }) => ({ title: `${group}.${name}`, endpoint }));
/** The path of a record that does not exist, so that a call that is let in changes nothing. */
const pathTo = ({ path }: Endpoint): string => path.replace(':name', 'brand').replace(/:\w+/g, '999999');
const bodyFor = ({ method, file }: Endpoint) => (method === 'GET' || file ? undefined : {});

describeOnEmbedded('Contract 5: every endpoint and every role', server => {
  it.each(all)('[P13] [P15] $title lets in whom its rule lets in, and nobody else', async ({ endpoint }) => {
    const { method, access } = endpoint;
    for (const role of roleSlugs) {
      const send = await server().as(role);
      const { status, message } = await send(method, pathTo(endpoint), bodyFor(endpoint));
      const isLetIn = allows(access, new Set(roles[role])) && isWithinReach(role, endpoint);
      if (isLetIn) expect([role, status]).not.toEqual([role, 403]);
      else expect([role, status, message]).toEqual([role, 403, 'Недостаточно прав для этого действия']);
      if (access !== 'public') expect([role, status]).not.toEqual([role, 401]);
    }
    const visitor = await server().as('visitor');
    const { status, code } = await visitor(method, pathTo(endpoint), bodyFor(endpoint));
    if (access === 'public') expect(status).not.toBe(403);
    else expect([status, code]).toEqual([401, 401]);
    expect(server().faults).toEqual([]);
  });

  it.each(all)('[P13] $title without a rule would be closed to everybody', async ({ endpoint }) => {
    const app = closed(server(), endpoint);
    for (const role of roleSlugs) {
      const { access } = await server().signIn(role);
      const { status } = await app.request(pathTo(endpoint), {
        method: endpoint.method,
        headers: { Authorization: `Bearer ${access}` },
      });
      expect([role, status]).toEqual([role, 403]);
    }
    expect((await app.request(pathTo(endpoint), { method: endpoint.method })).status).toBe(401);
  });

  it.each([...matrixRoles] as RoleSlug[])(
    '[P16] a %s reads nothing but the matrices and what every page asks for, whatever slugs they were given',
    async role => {
      await letRole(server(), role, ...permissionSlugs);
      const send = await server().as(role);
      const closed = [
        '/products',
        '/models',
        '/reference/brand/value/list',
        '/language',
        '/search?query=x',
        '/attribute',
      ];
      for (const path of closed) expect([path, (await send('GET', path)).status]).toEqual([path, 403]);
      for (const path of ['/profile', '/navigation', '/web-socket/get-token'])
        expect([path, (await send('GET', path)).status]).toEqual([path, 200]);
    },
  );

  it('[X2] a text that no database keeps is told by the name of its parameter, and names no record', async () => {
    const send = await server().as('admin');
    for (const path of ['/products?search=%00', '/reference/brand/value/list?search=a%00', '/products?brand_id=%00']) {
      const { status, message, errors } = await send('GET', path);
      const name = /\?(\w+)=/.exec(path)?.[1] ?? '';
      expect([path, status, message]).toEqual([path, 400, `Параметр запроса ${name} задан неверно`]);
      expect(Object.keys(errors ?? {})).toEqual([name]);
    }
    for (const path of ['/reference/%00/value/list', '/reference/brand%00/value'])
      expect([path, (await send('GET', path)).status]).toEqual([path, 404]);
    expect(server().faults).toEqual([]);
  });

  it('[X2] [X25] an unknown address and a broken body are told in Russian', async () => {
    const send = await server().as('admin');
    expect(await send('GET', '/nonsense')).toMatchObject({
      status: 404,
      code: 404,
      message: 'Такого адреса в API нет',
    });
    expect(await send('POST', '/products', '{')).toMatchObject({
      status: 400,
      message: 'Тело запроса не является JSON',
    });
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const deep = `${open.repeat(100_000)}1${close.repeat(100_000)}`;
      expect(await send('POST', '/products', `{"name":${deep}}`)).toMatchObject({ status: 400 });
    }
    expect(await send('POST', '/products', 'x'.repeat(2 ** 20 + 1))).toMatchObject({ status: 413, code: 413 });
    for (const id of ['0', '-1', '1.5', 'abc', '99999999999', '%00', "1'"]) {
      expect([id, (await send('GET', `/products/${id}`)).status]).toEqual([id, 404]);
    }
    expect((await senderOf(server().app, 'not a token')('GET', '/products')).status).toBe(401);
  });

  it('[X2] a fault of ours is logged, and told without its cause', async () => {
    const send = await server().as('admin');
    await server().db.execute('alter table products rename to hidden');
    const answer = await send('GET', '/products');
    await server().db.execute('alter table hidden rename to products');
    expect(answer).toMatchObject({ status: 500, code: 500, message: 'Что-то пошло не так.. Обратитесь в поддержку' });
    expect(JSON.stringify(answer)).not.toMatch(/hidden|products|select/);
    expect(server().faults).toHaveLength(1);
  });
});

/** An app of this one endpoint, whose rule was forgotten. */
const closed = ({ deps }: TestServer, endpoint: Endpoint): Hono => {
  const app = new Hono();
  app.onError((error, context) => context.json({}, error instanceof ApiFailure ? error.status : 500));
  const forgotten = { ...endpoint, access: undefined };
  const never = () => Promise.reject(new Error('let in'));
  bind(app, forgotten, never, { authenticate: context => callerOf(deps, context.req.header('Authorization')) });
  return app;
};
