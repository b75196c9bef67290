import { asc, eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { declaredResources, getCollection, listResourcesWith } from '#contract/records.ts';
import type { SecurityEvent, SecurityKind } from '#contract/security.ts';
import { beginSession, pruneSessions } from '#server/accounts/session/session.ts';
import { passwordResets, securityEvents, securityRefusals, users } from '#server/db/schema.ts';
import { recordEvents } from '#server/security/recordEvents.ts';
import { countRefusal, flushRefusals } from '#server/security/refusals.ts';
import { actAs, tokensOf } from '#tests/support/acting.ts';
import { recordIn } from '#tests/support/samples.ts';
import { describeOnBoth, senderOf } from '#tests/support/server.ts';

const MINUTE = 60_000;

describeOnBoth('Security events', server => {
  const visitor = () => senderOf(server().app, null);
  const stored = () => server().db.select().from(securityEvents).orderBy(asc(securityEvents.id));
  /** The events of these kinds. */
  const of = async (...kinds: SecurityKind[]) => (await stored()).filter(({ kind }) => kinds.includes(kind));
  const list = async (query = ''): Promise<{ items: SecurityEvent[]; total: number }> =>
    (await (await server().as('admin'))('GET', `/security-events${query}`)).result as never;
  const from = (network: string) => ({ 'X-Forwarded-For': network });
  const behindProxy = () => {
    const { config } = server().deps;
    const before = config.proxies;
    config.proxies = 1;
    return () => {
      config.proxies = before;
    };
  };

  it('[S110] a sign-in and a sign-out are recorded with who, from where and when', async () => {
    server().freeze();
    const restore = behindProxy();
    const { id, email } = await server().createUser('accountant', { first_name: 'Олег', last_name: 'Зимин' });
    const { access } = tokensOf(
      await visitor()('POST', '/auth/login', { email, password: 'demo-demo' }, from('198.51.100.7')),
    );
    await senderOf(server().app, access)('POST', '/auth/logout', undefined, from('2001:db8:1:2::9'));
    restore();
    const shared = { user_id: id, user_name: 'Олег Зимин', actor_id: null, at: server().deps.clock() };
    expect(await stored()).toMatchObject([
      { kind: 'signed_in', network: '198.51.100.7', ...shared },
      { kind: 'signed_out', network: '2001:db8:1:2', ...shared },
    ]);
  });

  it('[S110] a replayed refresh token is recorded, a forged one is not', async () => {
    const { user, refresh } = await server().signIn('admin');
    await visitor()('POST', '/auth/token/refresh', { refresh_token: refresh });
    server().advance(MINUTE);
    await visitor()('POST', '/auth/token/refresh', { refresh_token: refresh });
    await visitor()('POST', '/auth/token/refresh', { refresh_token: refresh });
    await visitor()('POST', '/auth/token/refresh', { refresh_token: 'made-up' });
    expect(await of('token_replayed')).toMatchObject([{ user_id: user.id }]);
  });

  it('[S110] a reset link and its use are recorded, without a user until the link proves their identity', async () => {
    const { id, email } = await server().createUser('accountant');
    await visitor()('POST', '/auth/restore', { email });
    await visitor()('POST', '/auth/restore', { email: 'nobody@example.com' });
    await server().deps.backgroundTasks.whenSettled();
    const token = /token=(\S+)/.exec(server().mails[0]?.text ?? '')?.[1] ?? '';
    const password = { password: 'demo-demo-2', password_confirmation: 'demo-demo-2' };
    await visitor()('POST', '/auth/reset-password', { token, ...password });
    expect(await stored()).toMatchObject([
      { kind: 'reset_asked', user_id: null, about: 'users', about_id: id },
      { kind: 'password_reset', user_id: id },
      { kind: 'signed_in', user_id: id },
    ]);
  });

  it('[S110] a reset link whose request cannot be recorded is neither stored nor sent', async () => {
    const { email } = await server().createUser('accountant');
    const check = sql.raw(`alter table security_events add constraint none_asked check (kind <> 'reset_asked')`);
    await server().db.execute(check);
    await visitor()('POST', '/auth/restore', { email });
    await server().deps.backgroundTasks.whenSettled();
    await server().db.execute(sql.raw('alter table security_events drop constraint none_asked'));
    expect([await server().db.select().from(passwordResets), server().mails, await stored()]).toEqual([[], [], []]);
    expect(server().faults).toHaveLength(1);
  });

  it('[S110] changing one’s own password is recorded, and so is a wrong old one', async () => {
    const { user, access } = await server().signIn('admin');
    const change = (old_password: string) =>
      senderOf(server().app, access)('PUT', '/profile/password', {
        old_password,
        password: 'demo-demo-2',
        password_confirmation: 'demo-demo-2',
      });
    expect((await change('wrong')).status).toBe(400);
    expect((await change('demo-demo')).status).toBe(200);
    expect(await of('password_changed')).toMatchObject([{ user_id: user.id }]);
    expect(await server().db.select().from(securityRefusals)).toMatchObject([
      { kind: 'password_refused', user_id: user.id, times: 1 },
    ]);
  });

  it('[S110] the start and end of acting as another user are recorded, and events in between name both users', async () => {
    const { actor, subject, send } = await actAs(server(), { first_name: 'Дарья', last_name: 'Воробьёва' });
    await send('POST', '/language', { name: 'Татарский', code: 'tt' });
    await send('POST', '/auth/logout');
    const about = { about: 'users', about_id: subject.id, about_name: 'Воробьёва Дарья' };
    const names = { user_name: 'Дарья Воробьёва', actor_name: 'Анна Берёзкина' };
    expect(await of('acting_started', 'setting_created', 'acting_ended')).toMatchObject([
      { kind: 'acting_started', user_id: actor.id, actor_id: null, ...about, details: { until: expect.any(String) } },
      { kind: 'setting_created', user_id: subject.id, actor_id: actor.id, ...names, about: 'settings/language' },
      { kind: 'acting_ended', user_id: actor.id, actor_id: null, ...about },
    ]);
  });

  it('[S110] the maximum number of events of one change is recorded', async () => {
    const about = Array.from({ length: 6000 }, (_, at) => ({ resource: 'products', id: at + 1, name: null }));
    const events = about.map(one => ({ kind: 'setting_changed' as const, about: one }));
    await recordEvents(server().db, server().deps.clock(), null, events);
    expect((await stored()).map(({ about_id }) => about_id)).toEqual(about.map(({ id }) => id));
  });

  it('[S110] events outlive the session and the account', async () => {
    const { user } = await server().signIn('accountant');
    await server().db.delete(users).where(eq(users.id, user.id));
    server().advance(3 * 24 * 3_600_000);
    await pruneSessions(server().deps);
    expect((await list(`?person=${user.id}`)).items).toMatchObject([
      { kind: 'signed_in', user: { id: user.id, name: 'Анна Берёзкина' } },
    ]);
  });

  it.each(['update security_events set network = null', 'delete from security_events', 'truncate security_events'])(
    '[S111] the database refuses: %s',
    async statement => {
      await server().signIn('admin');
      const cause = { cause: expect.objectContaining({ message: 'security events are only added to' }) };
      await expect(server().db.execute(sql.raw(statement))).rejects.toMatchObject(cause);
      expect(await stored()).toHaveLength(1);
    },
  );

  it('[S112] failed sign-ins within a minute become one event, which contains nothing that was typed', async () => {
    server().freeze();
    const { id, email } = await server().createUser('accountant');
    const typed = ['Secret-Password-1', 'my-secret@example.com'];
    for (let times = 0; times < 3; times += 1) await visitor()('POST', '/auth/login', { email, password: typed[0] });
    await visitor()('POST', '/auth/login', { email: typed[1], password: typed[0] });
    await flushRefusals(server().deps);
    expect(await stored()).toEqual([]);
    server().advance(MINUTE);
    await flushRefusals(server().deps);
    const events = await of('sign_in_refused');
    // They happened at one moment of the stopped clock, so either may stand first.
    expect(events.toSorted((a, b) => Number(b.user_id) - Number(a.user_id))).toMatchObject([
      { user_id: id, details: { times: 3, since: expect.any(String) } },
      { user_id: null, details: { times: 1 } },
    ]);
    for (const text of typed)
      expect(JSON.stringify([events, await server().db.select().from(securityRefusals)])).not.toContain(text);
    await visitor()('POST', '/auth/login', { email, password: typed[0] });
    server().advance(MINUTE);
    await flushRefusals(server().deps);
    expect(await of('sign_in_refused')).toHaveLength(3);
    expect((await list('?kind=sign_in_refused')).items[0]).toMatchObject({ details: { times: 1 } });
  });

  it('[S112] resets with invalid links and attempts to act as oneself are counted too, throttled sign-ins are not', async () => {
    const { email } = await server().createUser('accountant');
    for (let times = 0; times < 8; times += 1) await visitor()('POST', '/auth/login', { email, password: 'wrong' });
    const password = { password: 'demo-demo-2', password_confirmation: 'demo-demo-2' };
    await visitor()('POST', '/auth/reset-password', { token: 'made-up', ...password });
    const { user, access } = await server().signIn('admin');
    await senderOf(server().app, access)('POST', `/users/auth/${user.id}`);
    server().advance(MINUTE);
    await flushRefusals(server().deps);
    expect(await of('sign_in_refused', 'reset_refused', 'acting_refused')).toMatchObject([
      { kind: 'sign_in_refused', details: { times: 5 } },
      { kind: 'reset_refused', user_id: null },
      { kind: 'acting_refused', user_id: user.id, about_id: user.id },
    ]);
  });

  it('[S112] refusals from many networks are counted separately up to a limit, and together beyond it', async () => {
    const { deps } = server();
    for (let n = 0; n < 520; n += 1)
      await countRefusal(deps, { kind: 'sign_in_refused', userId: null, network: `10.0.${n >> 8}.${n & 255}` });
    server().advance(MINUTE);
    await flushRefusals(deps);
    const events = await stored();
    expect(events).toHaveLength(501);
    expect(events.find(({ network }) => network === '')).toMatchObject({ details: { times: 20 } });
  });

  it('[S113] [S460] a change of a user records the fields, and their values unless they are secret', async () => {
    const admin = await server().as('admin');
    const names = { first_name: 'Олег', last_name: 'Зимин' };
    const made = recordIn(
      await admin('POST', '/users', {
        ...names,
        email: 'z@example.com',
        role: 'accountant',
        password: 'Secret-Password-1',
      }),
    );
    await admin('PUT', `/users/${made.id}`, { middle_name: 'Петрович', password: 'Secret-Password-2', version: 1 });
    await admin('PUT', `/users/${made.id}`, {
      permissions: [{ slug: 'user.auth' }],
      role: 'photographer',
      version: 2,
    });
    await admin('PUT', `/users/${made.id}`, { email: 'y@example.com', role: 'accountant', version: 3 });
    await admin('PUT', '/users', { ids: [made.id], data: { status: 'blocked' } });
    await admin('DELETE', `/users/${made.id}`);
    const events = (await stored()).filter(({ about }) => about === 'users');
    expect(events.map(({ kind, details, about_name }) => [kind, about_name, details.fields ?? []])).toEqual([
      [
        'user_created',
        'Зимин Олег',
        [
          { field: 'first_name', before: null, after: 'Олег' },
          { field: 'last_name', before: null, after: 'Зимин' },
          { field: 'email', before: null, after: 'z@example.com' },
          { field: 'role', before: null, after: 'accountant' },
          { field: 'status', before: null, after: 'active' },
        ],
      ],
      [
        'user_changed',
        'Зимин Олег Петрович',
        [{ field: 'middle_name', before: null, after: 'Петрович' }, { field: 'password' }],
      ],
      [
        'rights_changed',
        'Зимин Олег Петрович',
        [
          { field: 'role', before: 'accountant', after: 'photographer' },
          { field: 'permissions', gained: ['user.auth'], lost: [] },
        ],
      ],
      ['email_changed', 'Зимин Олег Петрович', [{ field: 'email', before: 'z@example.com', after: 'y@example.com' }]],
      ['rights_changed', 'Зимин Олег Петрович', [{ field: 'role', before: 'photographer', after: 'accountant' }]],
      ['user_changed', 'Зимин Олег Петрович', [{ field: 'status', before: 'active', after: 'blocked' }]],
      ['user_removed', 'Зимин Олег Петрович', []],
    ]);
    expect(JSON.stringify(events)).not.toMatch(/Secret|argon2/);
  });

  it('[S460] changes of reference values are recorded', async () => {
    const admin = await server().as('admin');
    const { id } = recordIn(await admin('POST', '/reference/brand/value', { name: 'Восход' }));
    await admin('PUT', `/reference/brand/value/${id}`, { name: 'Закат', version: 1 });
    await admin('DELETE', `/reference/brand/value/${id}`);
    const events = (await stored()).filter(({ about }) => about === 'settings/reference/brand');
    expect(events.map(({ kind, about_name }) => [kind, about_name])).toEqual([
      ['setting_created', 'Восход'],
      ['setting_changed', 'Закат'],
      ['setting_removed', 'Закат'],
    ]);
  });

  it('[S113] changes of a role and its permissions are recorded, failed ones are not', async () => {
    const admin = await server().as('admin');
    const { id } = recordIn(await admin('POST', '/roles', { name: 'Кладовщик', slug: 'stock', permissions: [] }));
    await admin('PUT', `/roles/${id}`, { permissions: [{ slug: 'products.show-list' }], version: 1 });
    expect((await admin('PUT', `/roles/${id}`, { slug: 'admin' })).status).toBe(400);
    await admin('DELETE', `/roles/${id}`);
    const events = (await stored()).filter(({ about }) => about === 'roles');
    expect(events.map(({ kind, details }) => [kind, details.fields?.at(-1)])).toEqual([
      ['role_created', { field: 'slug', before: null, after: 'stock' }],
      ['rights_changed', { field: 'permissions', gained: ['products.show-list'], lost: [] }],
      ['role_removed', undefined],
    ]);
  });

  it('[S113] changes of settings, their order, and keys of feeds and cafes are recorded', async () => {
    const admin = await server().as('admin');
    const { id } = recordIn(await admin('POST', '/project', { name: 'Сайт', code: 'site', platform: 'site' }));
    await admin('POST', '/language', { name: 'Русский', code: 'ru' });
    await admin('POST', '/language', { name: 'Татарский', code: 'tt' });
    await admin('PUT', '/language/order', { ids: [2, 1] });
    const { result } = await admin('POST', `/synchronization/keys/${id}`);
    await admin('DELETE', `/synchronization/keys/${id}`);
    const cafe = recordIn(
      await admin('POST', '/cafe', { name: 'Кофейня', kind: 'http', address: 'https://a.example/' }),
    );
    await admin('POST', `/cafe/${cafe.id}/key`);
    const events = (await stored()).filter(({ about }) => about?.startsWith('settings/'));
    expect(events.map(({ kind, about, about_id, about_name }) => [kind, about, about_id, about_name])).toEqual([
      ['setting_created', 'settings/project', id, 'Сайт'],
      ['setting_created', 'settings/language', 1, 'Русский'],
      ['setting_created', 'settings/language', 2, 'Татарский'],
      ['setting_changed', 'settings/language', expect.any(Number), expect.any(String)],
      ['setting_changed', 'settings/language', expect.any(Number), expect.any(String)],
      ['key_issued', 'settings/project', id, 'Сайт'],
      ['key_revoked', 'settings/project', id, 'Сайт'],
      ['setting_created', 'settings/cafe', cafe.id, 'Кофейня'],
      ['key_issued', 'settings/cafe', cafe.id, 'Кофейня'],
    ]);
    expect(JSON.stringify(events)).not.toContain((result as { key: string }).key);
  });

  it('[S113] every section that administers people or settings is audited', () => {
    const administered = declaredResources.filter(name => /^(users|roles|settings\/)/.test(name));
    expect(listResourcesWith('audit').toSorted()).toEqual(administered.toSorted());
    for (const name of administered) expect(Object.keys(getCollection(name).fields)).toContain('name');
  });

  it('[S113] an export is recorded with its format and number of records', async () => {
    const admin = await server().as('admin');
    await admin('GET', '/users/export?format=csv&status=active');
    expect((await list('?kind=exported')).items).toMatchObject([
      {
        about: { resource: 'users', id: null, name: 'Пользователи', is_there: false },
        details: { format: 'csv', records: 1 },
      },
    ]);
  });

  it('[S110] a failed sign-in leaves no session event', async () => {
    const user = await server().createUser('accountant');
    await expect(beginSession(server().deps, { ...user, password: 'other' }, false)).rejects.toThrow();
    expect(await stored()).toEqual([]);
  });
});
