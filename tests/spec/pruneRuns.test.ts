import { asc, inArray } from 'drizzle-orm';
import { expect, it } from 'vitest';
import {
  batches,
  drafts,
  feeds,
  importOutcomes,
  importSkipped,
  projects,
  runLog,
  runs,
  sendingCafes,
} from '#server/db/schema.ts';
import { pruneRuns } from '#server/jobs/pruneRuns.ts';
import { SENDING } from '#tests/support/cafes.ts';
import { describeOnBoth } from '#tests/support/server.ts';

const DAY_MS = 86_400_000;

describeOnBoth('Z What is kept of runs', server => {
  const addRun = async (values: Partial<typeof runs.$inferInsert>, days = 401): Promise<number> => {
    const at = new Date(Date.now() - days * DAY_MS);
    const run = {
      kind: 'sending' as const,
      user_id: 1,
      status: 'finished' as const,
      details: { products: 1, bytes: 0, bytes_sent: 0 },
      started_at: at,
      finished_at: at,
      heartbeat_at: at,
      is_tidy: true,
      ...values,
    };
    const [row] = await server().db.insert(runs).values(run).returning();
    const id = row?.id ?? 0;
    const seqs = Array.from({ length: 5 }, (_, index) => index + 1);
    await server()
      .db.insert(runLog)
      .values(seqs.map(seq => ({ run_id: id, seq, level: 'info' as const, text: `Строка ${seq}` })));
    return id;
  };
  const left = async () =>
    (await server().db.select({ id: runs.id }).from(runs).orderBy(asc(runs.id))).map(({ id }) => id);
  const keepDays = async (keep_days: number) =>
    void (await (
      await server().as('admin')
    )('PUT', '/history-settings', { keep_days, price_percent: 30 }));

  it('[J729] runs older than the history are removed with their logs and results, in pieces, and leave the list', async () => {
    const { db, deps } = server();
    const old = [await addRun({}), await addRun({ status: 'canceled' }), await addRun({ kind: 'import' })];
    const [sending = 0, , imported = 0] = old;
    await db.insert(sendingCafes).values({ run_id: sending, cafe_id: 1, name: 'Кафе на Кирова', status: 'finished' });
    await db.insert(importSkipped).values([1, 2, 3].map(row => ({ run_id: imported, row, cells: ['Квас'] })));
    await db.insert(importOutcomes).values({ run_id: imported, to_row: 1, outcomes: [] });
    const kept = [await addRun({}, 399), await addRun({ kind: 'import' }, 1)];
    await pruneRuns(deps, 2);
    expect(await left()).toEqual(kept);
    expect(await db.$count(runLog)).toBe(10);
    for (const table of [sendingCafes, importSkipped, importOutcomes]) expect(await db.$count(table)).toBe(0);
    const list = await (await server().as('admin'))('GET', `${SENDING}/runs`);
    expect(list.result).toMatchObject({ total: 1, items: [{ id: kept[0] }] });
    await keepDays(30);
    await addRun({}, 1);
    await addRun({}, 91);
    await pruneRuns(deps);
    // Notifications, which lead to runs, are kept for 90 days.
    expect(await db.$count(runs, inArray(runs.id, kept))).toBe(1);
    expect(await left()).toHaveLength(3);
  });

  it('[J729] the last run of its kind, one that is active or not tidy, and one that something refers to stay', async () => {
    const { db, deps } = server();
    await db.insert(projects).values({ code: 'site', name: 'Сайт', platform: 'web' });
    const [written, drafted, served] = [
      await addRun({ kind: 'import' }),
      await addRun({ kind: 'publication' }),
      await addRun({ kind: 'publication' }),
    ];
    const kept = [written, drafted, served];
    await db.insert(batches).values({ user_id: 1, kind: 'import', details: { run_id: written } });
    await db.insert(drafts).values({ status: 'history', run_id: drafted, closed_at: new Date() });
    await db.insert(feeds).values({ project_id: 1, run_id: served });
    kept.push(await addRun({ kind: 'publication', is_tidy: false }));
    kept.push(await addRun({ kind: 'undo', status: 'processing', finished_at: null }));
    await addRun({ kind: 'publication', status: 'failed', is_tidy: false });
    for (const kind of ['import', 'publication', 'undo', 'sending'] as const) kept.push(await addRun({ kind }));
    await pruneRuns(deps);
    expect(await left()).toEqual(kept);
  });
});
