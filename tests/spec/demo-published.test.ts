import { desc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { drafts, runs } from '#server/db/schema.ts';
import { publishDemo } from '#server/demo/publish.ts';
import { publications } from '#server/publishing/publishingJob.ts';
import { eventually } from '#tests/support/eventually.ts';
import { hold } from '#tests/support/hold.ts';
import { describeDemonstration } from '#tests/support/server.ts';
import { stateOf } from '#tests/support/synchronization.ts';
import { another } from '#tests/support/takeover.ts';

describeDemonstration('Demonstration data: the first publication', server => {
  const expectPublished = async () => {
    const [latest] = await server().db.select().from(drafts).orderBy(desc(drafts.closed_at)).limit(1);
    const at = latest?.closed_at;
    const projects = Object.values(await stateOf(server()));
    expect(projects.map(({ waiting, last, cause }) => ({ waiting, last, cause }))).toEqual(
      projects.map(() => ({ waiting: 0, last: { run_id: latest?.run_id, at: at?.toISOString() }, cause: null })),
    );
    for (const { items } of projects) expect(items).toBeGreaterThan(500);
    expect(await server().db.select().from(drafts).where(eq(drafts.status, 'current'))).toEqual([]);
    const send = await server().as('admin');
    expect((await send('GET', '/notifications')).result).toMatchObject({ unread: 0 });
    expect(await server().db.select().from(runs)).toMatchObject([
      { status: 'finished', started_at: at, finished_at: at },
    ]);
    expect(server().faults).toEqual([]);
  };

  it('[D560] nothing waits that no draft holds, and the last draft and every feed have one time', async () => {
    await publishDemo(server().deps);
    await expectPublished();
    await publishDemo(server().deps);
    expect((await server().db.select().from(runs)).length).toBe(1);
    const send = await server().as('admin');
    await send('PUT', '/products/1', { description: 'Новое' });
    const waiting = Object.values(await stateOf(server())).map(project => project.waiting);
    expect(waiting).toEqual(waiting.map(() => 1));
  });

  it('[D560] also where its process stopped in the midst of it', async () => {
    const stop = await publications.recover(server().deps);
    const staging = hold();
    server().deps.requireRoom = () => staging.released;
    const published = publishDemo(server().deps);
    await eventually(async () => expect(await server().db.$count(runs)).toBe(1));
    const stopping = stop();
    staging.release();
    await stopping;
    await published;
    const next = another(server());
    const stopNext = await publications.recover(next);
    await publishDemo(next);
    await expectPublished();
    await stopNext();
  });
});
