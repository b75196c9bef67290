import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { findRunCaller } from '#server/accounts/session/caller.ts';
import { products } from '#server/db/schema.ts';
import type { BatchDescription } from '#server/drafts/author.ts';
import { commit } from '#server/records/commit.ts';
import { forecastUndo } from '#server/undo/forecastUndo.ts';
import { addManyProducts, addProducts } from '#tests/support/records.ts';
import { recordIn } from '#tests/support/samples.ts';
import { describeOnBoth } from '#tests/support/server.ts';
import { batchOf, undo } from '#tests/support/undoing.ts';

describeOnBoth('Writes while a run goes on', server => {
  /** A unit of a run of the administrator. Each continues the batch. */
  const writeUnit = async (batch: BatchDescription, id: number, price: number, meanwhile?: () => Promise<unknown>) => {
    const { user } = await server().signIn('admin');
    const author = { id: user.id, actorId: null, network: '' };
    // The embedded database has a single connection, so nobody writes while its transaction is open.
    const isAlone = server().deps.databaseKind === 'embedded';
    if (isAlone) await meanwhile?.();
    await commit({ ...server().deps, author, batch }, async tx => {
      if (!isAlone) await meanwhile?.();
      await tx.update(products).set({ price }).where(eq(products.id, id));
    });
  };

  const forecast = async (id: number) => {
    const { user } = await server().signIn('admin');
    const caller = await findRunCaller(server().deps, { userId: user.id, actorId: null });
    if (!caller) throw new Error('there is no administrator');
    return forecastUndo(server().deps, caller, { id, at: new Date().toISOString() });
  };

  it('[J691] count as since only where they came after the run', async () => {
    await addProducts(server(), { name: 'Квас', price: 1 }, { name: 'Сок', price: 1 }, { name: 'Морс', price: 1 });
    const other = await server().as('content_manager');
    const admin = await server().as('admin');
    const run: BatchDescription = { kind: 'bulk' };
    await writeUnit(run, 1, 5);
    await other('PUT', '/products/1', { price: 7 });
    await other('PUT', '/products/2', { price: 7 });
    await writeUnit(run, 2, 5);
    await writeUnit(run, 3, 5, () => other('PUT', '/products/3', { price: 7 }));
    const expected = { records: 2, back: { total: 2 }, since: { total: 1 } };
    expect(await forecast(run.id ?? 0)).toMatchObject(expected);
    expect(await undo(admin, run.id ?? 0)).toMatchObject({
      back: { total: 2 },
      since: { total: 1, items: [{ record_id: 1, current: 7 }] },
    });
    const rows = await server().db.select().from(products).orderBy(products.id);
    expect(rows.map(({ price }) => price)).toEqual([7, 7, 7]);
  });

  it('[J691] keep a created record, even if their batch had begun before it', async () => {
    await addProducts(server(), { name: 'Квас', price: 1 });
    const admin = await server().as('admin');
    const run: BatchDescription = { kind: 'bulk' };
    await writeUnit(run, 1, 5);
    const creation = await admin('POST', '/products', { name: 'Сок', price: 1 });
    expect(batchOf(creation)).toBeGreaterThan(run.id ?? 0);
    await writeUnit(run, recordIn(creation).id, 5);
    expect(await undo(admin, batchOf(creation))).toMatchObject({ records: 0, since: { total: 1 } });
    expect(await undo(admin, batchOf(creation), 'all')).toMatchObject({ records: 1 });
    expect(await server().db.$count(products)).toBe(1);
  });

  it('[J691] of a whole record refuse each of its values', async () => {
    await addProducts(server(), { name: 'Квас', price: 1 }, { name: 'Сок', price: 1 });
    const admin = await server().as('admin');
    const run: BatchDescription = { kind: 'bulk' };
    await writeUnit(run, 1, 5);
    await writeUnit(run, 2, 5);
    await admin('DELETE', '/products/2');
    expect(await forecast(run.id ?? 0)).toMatchObject({ back: { total: 1 }, refused: { total: 1 } });
  });

  const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

  it('[J691] are counted for more records than are tried, of which those that the run created stay whole', async () => {
    const { user } = await server().signIn('admin');
    const author = { id: user.id, actorId: null, network: '' };
    const run: BatchDescription = { kind: 'import' };
    await commit({ ...server().deps, author, batch: run }, async tx => {
      await tx.insert(products).values(range(250).map(id => ({ name: `Товар ${id}` })));
    });
    const other = await server().as('content_manager');
    await other('PUT', '/products', { ids: range(220), data: { status: 'active' } });
    expect(await forecast(run.id ?? 0)).toMatchObject({
      records: 30,
      entities: [{ restored: 0, removed: 30, changed: 0 }],
      back: { total: 30 },
      since: { total: 220 },
    });
  });

  it('[J691] are counted for more records than are tried, of which deleted ones keep each value', async () => {
    await addManyProducts(server(), 250);
    const { user } = await server().signIn('admin');
    const author = { id: user.id, actorId: null, network: '' };
    const run: BatchDescription = { kind: 'bulk' };
    await commit({ ...server().deps, author, batch: run }, async tx => {
      await tx.update(products).set({ price: 5, weight: 5 });
    });
    const other = await server().as('admin');
    await other('DELETE', '/products', { ids: range(210) });
    await other('PUT', '/products', { ids: range(220).slice(210), data: { price: 7 } });
    expect(await forecast(run.id ?? 0)).toMatchObject({
      records: 40,
      entities: [{ restored: 0, removed: 0, changed: 40 }],
      back: { total: 10 + 30 * 2 },
      since: { total: 210 * 2 + 10 },
    });
  });
});
