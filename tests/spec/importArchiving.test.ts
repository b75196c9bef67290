import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { batchPace } from '#server/db/batchPace.ts';
import { importPresentProducts, products, runs } from '#server/db/schema.ts';
import { cancelImport, recoverImports, type StartedImport, startImport } from '#server/imports/importJob.ts';
import { hold } from '#tests/support/hold.ts';
import { addBrand, callerOf, IMPORT, type RunWithLog } from '#tests/support/importing.ts';
import { mappingOf } from '#tests/support/mapped.ts';
import { describeOnBoth } from '#tests/support/server.ts';
import { csvOf, fileOf } from '#tests/support/tables.ts';
import { another } from '#tests/support/takeover.ts';

describeOnBoth('The last step of an import, which archives goods', server => {
  /** So many goods that archiving them takes three parts. */
  const countGoods = () => 2 * batchPace[server().deps.databaseKind].rows + 2;
  /** Starts a run whose file has one of many goods, and holds it when some of the others are archived. */
  const midway = async (): Promise<StartedImport & { release: () => void }> => {
    const { db, deps } = server();
    const brand = await addBrand(server(), 'Росток');
    await db.execute(
      sql`insert into ${products} (name, sku, brand_id) select 'Товар ' || n, 'A-' || n, ${brand}::integer from generate_series(1, ${countGoods()}) n`,
    );
    const { user } = await server().signIn('content_manager');
    const archiving = hold();
    const someArchived = hold();
    deps.requireRoom = async () => {
      if ((await archived()) === 0) return;
      someArchived.release();
      await archiving.released;
    };
    const started = await startImport(deps, {
      path: fileOf(csvOf([['Артикул'], ['A-7']])),
      fileName: 'товары.csv',
      user: callerOf(user),
      mapping: mappingOf({ sku: 'Артикул' }, { absent: { scope: 'brands', archives: true } }),
      archivesMost: true,
    });
    await someArchived.released;
    return { ...started, release: archiving.release };
  };
  const archivedSoFar = async (id: number): Promise<number> => {
    const [row] = await server().db.select({ counts: runs.counts }).from(runs).where(eq(runs.id, id));
    return row?.counts['archived'] ?? 0;
  };
  const archived = () => server().db.$count(products, eq(products.status, 'archived'));
  const read = async (id: number): Promise<RunWithLog> => {
    const send = await server().as('content_manager');
    return (await send('GET', `${IMPORT}/runs/${id}?limit=10000`)).result as RunWithLog;
  };

  it('[I874] is stopped by cancelling, and what was archived stays and is counted', async () => {
    const { run, done, release } = await midway();
    await cancelImport(server().deps, run.user.id);
    release();
    await done;
    await server().deps.backgroundTasks.whenSettled();
    const ended = await read(run.id);
    expect([ended.status, ended.counts.archived]).toEqual(['canceled', await archived()]);
    expect(ended.counts.archived).toBeLessThan(countGoods() - 1);
    expect(await server().db.select().from(importPresentProducts)).toEqual([]);
  });

  it('[I874] goes on after a restart where it was, and archives nothing twice', async () => {
    const stop = await recoverImports(server().deps);
    const { run, done, release } = await midway();
    const stopping = stop();
    release();
    await stopping;
    await done;
    const before = await archivedSoFar(run.id);
    expect(before).toBeLessThan(countGoods() - 1);
    const stopSecond = await recoverImports(another(server()));
    await server().deps.backgroundTasks.whenSettled();
    await stopSecond();
    const ended = await read(run.id);
    expect(ended.status).toBe('finished');
    expect(ended.counts).toEqual({ new: 0, changed: 0, unchanged: 1, faulty: 0, archived: countGoods() - 1 });
    expect(await archived()).toBe(countGoods() - 1);
    const [versions] = await server().db.select({ most: sql<number>`max(version)` }).from(products);
    expect(versions?.most).toBe(2);
    expect(ended.log.filter(({ text }) => text.startsWith('В файле нет товаров'))).toHaveLength(1);
    const resumed = ended.log.filter(({ text }) => text.startsWith('Сервер'));
    expect(resumed).toMatchObject([
      { level: 'info', text: 'Сервер перезапустился, импорт продолжается: все строки уже записаны' },
    ]);
    const [kept] = await server().db.select({ status: products.status }).from(products).where(eq(products.sku, 'A-7'));
    expect(kept).toEqual({ status: 'draft' });
    expect(server().faults).toEqual([]);
  });
});
