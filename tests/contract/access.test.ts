import { type Context, Hono } from 'hono';
import { expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { listAllEndpoints } from '#contract/endpoints.ts';
import { permissionSlugs } from '#contract/permissions.ts';
import { type RoleSlug, roleSlugs, roles } from '#contract/roles.ts';
import { findCaller } from '#server/accounts/session/caller.ts';
import { bindEndpoint } from '#server/http/bindEndpoints.ts';
import { ApiFailure } from '#server/http/errors.ts';
import { letRole } from '#tests/support/permissions.ts';
import { calls, confined, holds, isLetIn } from '#tests/support/rights.ts';
import { describeOnEmbedded, senderOf, type TestServer } from '#tests/support/server.ts';

const all = listAllEndpoints().map(({ group, name, endpoint }) => ({ title: `${group}.${name}`, endpoint }));
/** A path with ids that do not exist, so that a permitted call changes nothing. */
const pathTo = ({ path }: Endpoint): string => path.replace(':name', 'brand').replace(/:\w+/g, '999999');
/** What a call needs: what is written by hand, or what its declaration says where the table does not name its resource. */
const words: Record<string, string> = { public: 'anyone', 'signed-in': 'session' };
const rightTo = ({ method, path, access }: Endpoint): string =>
  calls.get(`${method} ${path}`) ?? (typeof access === 'string' ? words[access] : access?.join(' ')) ?? '';
const bodyFor = ({ method, file }: Endpoint) => (method === 'GET' || file ? undefined : {});

describeOnEmbedded('Contract 5: every endpoint and every role', server => {
  // One sign-in per role: no call changes anything except for signing out, which ends the session.
  it.each(roleSlugs)('[P13] [P15] a %s may call exactly the endpoints whose rule allows it', async role => {
    const send = await server().as(role);
    for (const { title, endpoint } of all) {
      const { method, path } = endpoint;
      const caller = path.startsWith('/auth') ? await server().as(role) : send;
      const { status, message } = await caller(method, pathTo(endpoint), bodyFor(endpoint));
      const right = rightTo(endpoint);
      if (isLetIn(role, `${method} ${path}`, right)) expect([title, status]).not.toEqual([title, 403]);
      else expect([title, status, message]).toEqual([title, 403, 'Недостаточно прав для этого действия']);
      if (right !== 'anyone') expect([title, status]).not.toEqual([title, 401]);
    }
    expect(server().faults).toEqual([]);
  });

  it('[P1] every role starts with the permissions of the table written by hand', () => {
    for (const role of roleSlugs)
      for (const slug of permissionSlugs)
        expect([role, slug, roles[role].some(held => held === slug)]).toEqual([role, slug, holds(role)(slug)]);
  });

  it('[P13] every call of the table written by hand exists', () => {
    const known = all.map(({ endpoint: { method, path } }) => `${method} ${path}`);
    expect([...calls.keys()].filter(call => !known.includes(call) && !call.endsWith('/order'))).toEqual([]);
  });

  it('[P13] every call of a resource that the table names is in it', () => {
    const resourceOf = (path: string): string => path.split('/')[1] ?? '';
    const named = new Set([...calls.keys()].map(call => resourceOf(call.replace(/^\w+ /, ''))));
    const missing = all.filter(
      ({ endpoint: { method, path } }) => !calls.has(`${method} ${path}`) && named.has(resourceOf(path)),
    );
    expect(missing.map(({ title }) => title)).toEqual([]);
  });

  it('[P13] [P15] a visitor may call public endpoints only', async () => {
    const visitor = await server().as('visitor');
    for (const { title, endpoint } of all) {
      const { status, code } = await visitor(endpoint.method, pathTo(endpoint), bodyFor(endpoint));
      if (rightTo(endpoint) === 'anyone') expect([title, status]).not.toEqual([title, 403]);
      else expect([title, status, code]).toEqual([title, 401, 401]);
    }
    expect(server().faults).toEqual([]);
  });

  it('[P13] an endpoint without a rule is closed to everybody', async () => {
    const tokens = await Promise.all(roleSlugs.map(async role => (await server().signIn(role)).access));
    for (const { title, endpoint } of all) {
      const app = closed(server(), endpoint);
      const { method } = endpoint;
      for (const access of tokens) {
        const headers = { Authorization: `Bearer ${access}` };
        expect([title, (await app.request(pathTo(endpoint), { method, headers })).status]).toEqual([title, 403]);
      }
      expect([title, (await app.request(pathTo(endpoint), { method })).status]).toEqual([title, 401]);
    }
  });

  it.each(confined as RoleSlug[])(
    '[P16] a %s reads only the matrices and what every page needs, whatever slugs they hold',
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

  it('[X2] a text that no database can store is refused with the name of its parameter, or finds no record', async () => {
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

  it('[X2] [X25] an unknown address and a broken body get a Russian message', async () => {
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

  it('[X2] an internal error is logged, and the response does not show its cause', async () => {
    const send = await server().as('admin');
    await server().db.execute('alter table products rename to hidden');
    const answer = await send('GET', '/products');
    await server().db.execute('alter table hidden rename to products');
    expect(answer).toMatchObject({ status: 500, code: 500, message: 'Что-то пошло не так.. Обратитесь в поддержку' });
    expect(JSON.stringify(answer)).not.toMatch(/hidden|products|select/);
    expect(server().faults).toHaveLength(1);
  });
});

/** An app with one endpoint that has no access rule. */
const closed = ({ deps }: TestServer, endpoint: Endpoint): Hono => {
  const app = new Hono();
  app.onError((error, context) => context.json({}, error instanceof ApiFailure ? error.status : 500));
  const forgotten = { ...endpoint, access: undefined };
  const never = () => Promise.reject(new Error('let in'));
  const authenticate = (context: Context) => findCaller(deps, context.req.header('Authorization'));
  bindEndpoint(app, forgotten, never, { authenticate, error: deps.log.error });
  return app;
};
