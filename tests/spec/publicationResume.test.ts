import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { feedItems, projects, runs } from '#server/db/schema.ts';
import { publications, startRun } from '#server/publishing/publishingJob.ts';
import { eventually } from '#tests/support/eventually.ts';
import { hold } from '#tests/support/hold.ts';
import { recordIn } from '#tests/support/samples.ts';
import { describeOnBoth } from '#tests/support/server.ts';
import { SILENT_SINCE } from '#tests/support/silentRuns.ts';
import { addShops, feedOf, productsIn, SITE, stateOf, synchronize } from '#tests/support/synchronization.ts';
import { another, finished, logOf, stopDuringTakeover } from '#tests/support/takeover.ts';

describeOnBoth('§9 A publication whose process is gone', server => {
  const GOODS = 1500;
  /** A run that has staged one batch, and goes on when it is released. */
  const beginPublication = async ({ unsold = 0 } = {}) => {
    await addShops(server());
    const staging = hold();
    let batches = 0;
    server().deps.requireRoom = async () => {
      batches += 1;
      if (batches > 1) await staging.released;
    };
    const { user } = await server().signIn('content_manager');
    await server().db.execute(sql`insert into products (name, status, barcode)
      select 'Товар ' || at, 'active', '2' || lpad(at::text, 12, '0') from generate_series(1, ${GOODS}::integer) at`);
    await server().db.execute(sql`insert into product_categories (product_id, category_id)
      select id, 2 from products`);
    await server().db.execute(sql`update products set barcode = null
      where id in (select id from products order by id limit ${unsold})`);
    const started = await startRun(server().deps, {
      projectIds: [SITE],
      onlyFailed: false,
      starter: { id: user.id, actorId: null },
    });
    await eventually(async () => {
      const [row] = await server().db.select({ progress: runs.progress }).from(runs).where(eq(runs.id, started.run.id));
      expect(row?.progress).toBeGreaterThan(0);
    });
    return { ...started, staging };
  };
  const faultsOf = async (id: number) => (await logOf(server(), id)).filter(text => text.startsWith('Нет штрихкода: '));
  const check = async (id: number) => {
    const log = await logOf(server(), id);
    expect(log.filter(text => text === 'Публикация завершена')).toHaveLength(1);
    expect(log).toContain('Сервер перезапустился, публикация начата заново: в магазинах пока всё прежнее');
    expect(productsIn(await feedOf(server(), 'site'))).toHaveLength(GOODS);
    expect(await stateOf(server())).toMatchObject({ site: { items: GOODS, waiting: 0 } });
    expect(server().faults).toEqual([]);
  };

  it('[Z35] begins again, and nothing is published twice or by half', async () => {
    const stop = await publications.recover(server().deps);
    const { run, done, staging } = await beginPublication();
    const stopping = stop();
    staging.release();
    await stopping;
    expect((await done).status).toBe('processing');
    const stopSecond = await publications.recover(another(server()));
    await finished(server(), run.id);
    await stopSecond();
    await check(run.id);
  });

  it('[Z35] names each fault once', async () => {
    const stop = await publications.recover(server().deps);
    const { run, staging } = await beginPublication({ unsold: 2 });
    const stopping = stop();
    staging.release();
    await stopping;
    await server().db.execute(sql`update products set barcode = null, version = version + 1
      where id in (select id from products where barcode is not null order by id limit 1)`);
    expect(await faultsOf(run.id)).toHaveLength(2);
    const stopSecond = await publications.recover(another(server()));
    await finished(server(), run.id);
    await stopSecond();
    const faults = await faultsOf(run.id);
    expect([faults.length, new Set(faults).size]).toEqual([3, 3]);
    expect(productsIn(await feedOf(server(), 'site'))).toHaveLength(GOODS - 3);
    expect(await stateOf(server())).toMatchObject({ site: { items: GOODS - 3, failed: 3 } });
  });

  it('[Z35] leaves out what an earlier process has staged and nobody is to publish any more', async () => {
    await addShops(server());
    const send = await server().as('content_manager');
    const make = async (name: string, barcode: string) =>
      recordIn(await send('POST', '/products', { name, status: 'active', categories: [2], barcode })).id;
    const changed = await make('Латте', '4600000000015');
    const other = await make('Эспрессо', '4600000000022');
    await synchronize(server(), [SITE]);
    await send('PUT', `/products/${changed}`, { name: 'Раф' });
    const staging = hold();
    server().deps.requireRoom = () => staging.released;
    const stop = await publications.recover(server().deps);
    const { user } = await server().signIn('content_manager');
    const { run } = await startRun(server().deps, {
      projectIds: [SITE],
      onlyFailed: false,
      starter: { id: user.id, actorId: null },
    });
    const content = { type: 'product', id: other, name: 'Взятое назад' };
    await server()
      .db.insert(feedItems)
      .values({ since: run.id, project_id: SITE, entity: 'nomenclature', record_id: other, content });
    const stopping = stop();
    staging.release();
    await stopping;
    const stopSecond = await publications.recover(another(server()));
    await finished(server(), run.id);
    await stopSecond();
    expect(productsIn(await feedOf(server(), 'site')).map(({ name }) => name)).toEqual(['Раф', 'Эспрессо']);
  });

  it('[Z35] publishes to a project that was archived meanwhile', async () => {
    const archive = (archived: boolean) => server().db.update(projects).set({ archived }).where(eq(projects.id, SITE));
    const stop = await publications.recover(server().deps);
    const { run, staging } = await beginPublication();
    const stopping = stop();
    staging.release();
    await stopping;
    await archive(true);
    const stopSecond = await publications.recover(another(server()));
    await finished(server(), run.id);
    await stopSecond();
    await archive(false);
    await check(run.id);
  });

  it.each([1, 2])('[Z48] is left to the next process by one that stops before it begins it (%s)', async at => {
    await addShops(server());
    const { config } = server().deps;
    const { user } = await server().signIn('content_manager');
    const leaveRun = async () => {
      server().deps.config = { ...config, roles: ['web'] };
      const request = { projectIds: [SITE], onlyFailed: false, starter: { id: user.id, actorId: null } };
      const { run, done } = await startRun(server().deps, request);
      await done;
      server().deps.config = config;
      return run.id;
    };
    const id = await stopDuringTakeover(server(), publications, { leaveRun, at });
    const stop = await publications.recover(another(server()));
    await finished(server(), id);
    await stop();
    expect(server().faults).toEqual([]);
  });

  it('[Z35] is carried on by one process only: the earlier one writes nothing more', async () => {
    const { run, done, staging } = await beginPublication();
    await server().db.update(runs).set({ heartbeat_at: SILENT_SINCE });
    const stop = await publications.recover(another(server()));
    await finished(server(), run.id);
    staging.release();
    await done;
    await stop();
    await check(run.id);
  });
});
