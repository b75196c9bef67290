import { desc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { drafts, runs } from '#server/db/schema.ts';
import { publishDemo } from '#server/demo/publish.ts';
import { describeDemonstration } from '#tests/support/server.ts';
import { stateOf } from '#tests/support/synchronization.ts';

describeDemonstration('Demonstration data: the first publication', server => {
  it('[D560] nothing waits that no draft holds, and the last draft and every feed have one time', async () => {
    await publishDemo(server().deps);
    const [latest] = await server().db.select().from(drafts).orderBy(desc(drafts.closed_at)).limit(1);
    const at = latest?.closed_at?.toISOString();
    const projects = Object.values(await stateOf(server()));
    expect(projects.map(({ waiting, last, cause }) => ({ waiting, last, cause }))).toEqual(
      projects.map(() => ({ waiting: 0, last: { run_id: latest?.run_id, at }, cause: null })),
    );
    for (const { items } of projects) expect(items).toBeGreaterThan(500);
    expect(await server().db.select().from(drafts).where(eq(drafts.status, 'current'))).toEqual([]);
    const send = await server().as('admin');
    expect((await send('GET', '/notifications')).result).toMatchObject({ unread: 0 });
    expect(server().faults).toEqual([]);
    await publishDemo(server().deps);
    expect((await server().db.select().from(runs)).length).toBe(1);
    await send('PUT', '/products/1', { description: 'Новое' });
    expect(Object.values(await stateOf(server())).map(({ waiting }) => waiting)).toEqual(projects.map(() => 1));
  });
});
