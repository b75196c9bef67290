import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { SecurityEvent } from '#contract/security.ts';
import { queryRows } from '#server/db/database.ts';
import { actAs } from '#tests/support/acting.ts';
import { letRole } from '#tests/support/permissions.ts';
import { describeOnBoth, senderOf } from '#tests/support/server.ts';

const MINUTE = 60_000;

describeOnBoth('GET /security-events', server => {
  const list = async (query = ''): Promise<{ items: SecurityEvent[]; total: number }> =>
    (await (await server().as('admin'))('GET', `/security-events${query}`)).result as never;

  it('[X201] events are paged, latest first, and filtered by user, kind and time', async () => {
    server().freeze();
    const { actor, subject, send } = await actAs(server(), { first_name: 'Дарья', last_name: 'Воробьёва' });
    server().advance(MINUTE);
    const later = server().deps.clock().toISOString();
    await send('POST', '/language', { name: 'Татарский', code: 'tt' });
    const kinds = async (query: string) => (await list(query)).items.map(({ kind }) => kind);
    const every = ['signed_in', 'setting_created', 'acting_started', 'signed_in'];
    expect(await kinds('')).toEqual(every);
    expect(await list('?per_page=1&page=2')).toMatchObject({ items: [{ kind: 'signed_in' }], page: 2, per_page: 1 });
    expect(await kinds(`?person=${subject.id}`)).toEqual(['setting_created', 'acting_started']);
    expect(await kinds(`?person=${actor.id}&kind=acting_started`)).toEqual(['acting_started']);
    expect((await kinds(`?person=${actor.id}`)).filter(kind => kind !== 'signed_in')).toEqual([
      'setting_created',
      'acting_started',
    ]);
    expect((await kinds(`?from=${later}`)).filter(kind => kind !== 'signed_in')).toEqual(['setting_created']);
    expect(await kinds(`?to=${new Date(Date.parse(later) - 1).toISOString()}`)).toEqual([
      'acting_started',
      'signed_in',
    ]);
    expect((await list(`?person=${subject.id}`)).items[0]).toMatchObject({
      user: { id: subject.id, name: 'Дарья Воробьёва' },
      acted_by: { id: actor.id, name: 'Анна Берёзкина' },
      about: { resource: 'settings/language', name: 'Татарский', is_there: true },
    });
    const people = (await (await server().as('admin'))('GET', '/security-events/people')).result;
    expect(people).toEqual([
      { id: actor.id, name: 'Анна Берёзкина' },
      { id: subject.id, name: 'Дарья Воробьёва' },
    ]);
  });

  it('[X201] [A101] only holders of security.show-list can read them', async () => {
    for (const role of ['content_manager', 'product_manager', 'photographer', 'admin_matrix'] as const) {
      const send = await server().as(role);
      for (const path of ['/security-events', '/security-events/people'])
        expect([role, path, (await send('GET', path)).status]).toEqual([role, path, 403]);
    }
    expect((await senderOf(server().app, null)('GET', '/security-events')).status).toBe(401);
    await letRole(server(), 'accountant', 'security.show-list');
    expect((await (await server().as('accountant'))('GET', '/security-events')).status).toBe(200);
  });

  it('[X201] a page is read from an index with any filter', async () => {
    await server().db.execute(sql`insert into security_events (at, kind, user_id, actor_id, about, about_id)
      select now() - n * interval '1 minute', case n % 10 when 0 then 'exported' else 'signed_in' end, 1 + n % 5, 1 + n % 7, 'users', 1 + n % 9
      from generate_series(1, 30000) n`);
    await server().db.execute(sql`analyze security_events`);
    const order = sql`order by at desc, id desc limit 50`;
    for (const [condition, index] of [
      [sql`true`, 'security_events_at'],
      [sql`kind = 'exported'`, 'security_events_kind'],
      [sql`user_id = 3`, 'security_events_user'],
      [sql`actor_id = 3`, 'security_events_actor'],
      [sql`about = 'users' and about_id = 3`, 'security_events_about'],
      [sql`at < now() - interval '10 days'`, 'security_events_at'],
    ] as const) {
      const plan = await queryRows<{ 'QUERY PLAN': string }>(
        server().db,
        sql`explain select id, at from security_events where ${condition} ${order}`,
      );
      const text = plan.map(row => row['QUERY PLAN']).join('\n');
      expect(text).toContain(index);
      expect(text).not.toMatch(/Seq Scan|Sort/);
    }
    expect(await list()).toMatchObject({ total: 10_000 });
  });
});
