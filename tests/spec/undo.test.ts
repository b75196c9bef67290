import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { batches, changes, matrices, models, products } from '#server/db/schema.ts';
import { actAs } from '#tests/support/acting.ts';
import { runFileBy } from '#tests/support/importing.ts';
import { addManyProducts, addModels, addProducts, addValues } from '#tests/support/records.ts';
import { recordIn } from '#tests/support/samples.ts';
import { describeOnBoth } from '#tests/support/server.ts';
import { batchOf, previewOf, stateOf, undo } from '#tests/support/undoing.ts';

describeOnBoth('Undo of a batch', server => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

  it('[J664] fields get their old values in one write that is a batch and can be taken back itself', async () => {
    await addProducts(server(), { name: 'Квас', price: 1 });
    const send = await server().as('admin');
    const before = await stateOf(server());
    const write = await send('PUT', '/products/1', { name: 'Морс', price: 2, weight: 0.5 });
    const after = await stateOf(server());
    const undone = await undo(send, batchOf(write));
    expect(undone).toMatchObject({ records: 1, back: { total: 3 }, since: { total: 0 }, refused: { total: 0 } });
    expect(undone.entities).toEqual([{ entity: 'nomenclature', restored: 0, removed: 0, changed: 1 }]);
    expect(await stateOf(server())).toEqual(before);
    const [batch] = await server().db.select().from(batches).where(eq(batches.id, undone.batch));
    expect(batch).toMatchObject({ kind: 'undo', details: { undoes: batchOf(write) } });
    const again = await undo(send, undone.batch);
    expect(await stateOf(server())).toEqual(after);
    await undo(send, again.batch);
    expect(await stateOf(server())).toEqual(before);
  });

  it('[J664] what a batch created goes, and comes back under its id when that is taken back', async () => {
    await addModels(server(), { name: 'Летний' });
    const send = await server().as('admin');
    const before = await stateOf(server());
    const write = await send('POST', '/products', { name: 'Квас', sku: 'A-1', model_ids: [1] });
    const after = await stateOf(server());
    const undone = await undo(send, batchOf(write));
    expect(undone.entities).toEqual([{ entity: 'nomenclature', restored: 0, removed: 1, changed: 0 }]);
    expect(await stateOf(server())).toEqual(before);
    await undo(send, undone.batch);
    expect(await stateOf(server())).toEqual(after);
  });

  it('[J664] what a batch deleted comes back with its links, and is deleted when that is taken back', async () => {
    await addModels(server(), { name: 'Летний' });
    await addManyProducts(server(), 3);
    const send = await server().as('admin');
    await send('PUT', '/products', { ids: [1, 2], data: { model_ids: { add: [1] } } });
    await send('POST', '/matrices', { name: 'Зима' });
    await send('POST', '/matrices/1/products', { ids: [3, 1, 2] });
    const before = await stateOf(server());
    const write = await send('DELETE', '/products', { ids: [1, 3] });
    const after = await stateOf(server());
    expect(await previewOf(send, batchOf(write))).toMatchObject({
      records: 2,
      entities: [{ entity: 'nomenclature', restored: 2, removed: 0, changed: 0 }],
      is_long: false,
      batch: { kind: 'delete', user: { name: 'Анна Берёзкина' } },
    });
    expect(await stateOf(server())).toEqual(after);
    const undone = await undo(send, batchOf(write));
    expect(await stateOf(server())).toEqual(before);
    await undo(send, undone.batch);
    expect(await stateOf(server())).toEqual(after);
  });

  it('[J664] an import goes back with the values that it created', async () => {
    await addProducts(server(), { name: 'Квас', sku: 'A-1' });
    const send = await server().as('admin');
    const before = await stateOf(server());
    const run = await runFileBy(
      server(),
      send,
      'Артикул;Название;Бренд\nA-1;Морс;Новый\nA-2;Сок;Новый\n',
      'прайс.csv',
      '?create=1',
    );
    const [batch] = await server()
      .db.select()
      .from(batches)
      .where(sql`${batches.details} ->> 'run_id' = ${String(run.id)}`);
    const undone = await undo(send, batch?.id ?? 0);
    expect(undone).toMatchObject({ records: 3, refused: { total: 0, items: [] } });
    expect(await stateOf(server())).toEqual(before);
  });

  it('[J665] what was changed since stays unless it is named, and the preview writes nothing', async () => {
    await addProducts(server(), { name: 'Квас', price: 1 }, { name: 'Сок', price: 1 });
    const send = await server().as('admin');
    const write = await send('PUT', '/products', { ids: [1, 2], data: { price: 5, status: 'active' } });
    const other = await server().as('content_manager');
    await other('PUT', '/products/1', { price: 9 });
    const state = await stateOf(server());
    const preview = await previewOf(send, batchOf(write));
    const since = { entity: 'nomenclature', record_id: 1, field: 'price', item: '' };
    expect(preview).toMatchObject({
      records: 2,
      back: { total: 3 },
      since: { total: 1, items: [{ ...since, name: 'Квас', before: 1, after: 5, current: 9 }] },
      refused: { total: 0 },
    });
    expect(await stateOf(server())).toEqual(state);
    expect(await server().db.$count(batches)).toBe(2);
    const undone = await undo(send, batchOf(write));
    expect(undone).toMatchObject({ records: 2, back: { total: 3 }, since: { total: 1 } });
    const priceOf = async () =>
      (await server().db.select().from(products).orderBy(products.id)).map(({ price, status }) => [price, status]);
    expect(await priceOf()).toEqual([
      [9, 'draft'],
      [1, 'draft'],
    ]);
    expect(await undo(send, batchOf(write), [since])).toMatchObject({ records: 1, same: 3 });
    expect(await priceOf()).toEqual([
      [1, 'draft'],
      [1, 'draft'],
    ]);
  });

  it('[J665] a created record that others have worked on since stays unless it is named', async () => {
    const send = await server().as('admin');
    const write = await send('POST', '/products', { name: 'Квас' });
    const edit = await send('PUT', '/products/1', { name: 'Морс' });
    expect(await undo(send, batchOf(write))).toMatchObject({ records: 0, since: { total: 1 } });
    expect(await server().db.$count(products)).toBe(1);
    // An edit that has been taken back counts no more.
    await undo(send, batchOf(edit));
    expect(await previewOf(send, batchOf(write))).toMatchObject({ records: 1, since: { total: 0 } });
    await send('PUT', '/products/1', { name: 'Морс' });
    await undo(send, batchOf(write), 'all');
    expect(await server().db.$count(products)).toBe(0);
  });

  it('[J666] 970 of 1,000 records are restored in one step and 30 are named with their reasons', async () => {
    const [brand] = await addValues(server(), 'brand', 'Заря');
    await addManyProducts(server(), 1000);
    const send = await server().as('admin');
    await server()
      .db.update(products)
      .set({ brand_id: brand ?? null })
      .where(sql`id <= 10`);
    const write = await send('DELETE', '/products', { ids: ids(1000) });
    expect((await send('DELETE', `/reference/brand/value/${brand}`)).status).toBe(200);
    for (const id of ids(20)) await send('POST', '/products', { name: `Новый ${id}`, sku: `A-${id + 10}` });
    const preview = await previewOf(send, batchOf(write));
    expect(preview).toMatchObject({ records: 970, refused: { total: 30 }, since: { total: 0 } });
    const undone = await undo(send, batchOf(write));
    expect(undone).toMatchObject({ records: 970, refused: { total: 30 } });
    expect(undone.refused.items).toContainEqual({
      entity: 'nomenclature',
      record_id: 1,
      field: '',
      item: '',
      name: 'Товар 001',
      message: 'Бренд: записи, на которую это указывает, больше нет',
    });
    expect(undone.refused.items).toContainEqual({
      entity: 'nomenclature',
      record_id: 11,
      field: '',
      item: '',
      name: 'Товар 011',
      message: 'Артикул: «A-11» теперь занято: Новый 1',
    });
    expect(await server().db.$count(products)).toBe(990);
  });

  it('[J666] a record in use or gone is named, and the others go back', async () => {
    const send = await server().as('admin');
    const brand = recordIn(await send('POST', '/reference/brand/value', { name: 'Заря' }));
    const created = batchOf(await send('GET', '/health'));
    expect(created).toBe(0);
    const [batch] = await server().db.select().from(batches);
    await addProducts(server(), { name: 'Квас', brand_id: brand.id }, { name: 'Сок' });
    const inUse = await undo(send, batch?.id ?? 0);
    expect(inUse).toMatchObject({ records: 0, refused: { total: 1, items: [{ name: 'Заря' }] } });
    expect(inUse.refused.items[0]?.message).toContain('используется');
    const write = await send('PUT', '/products', { ids: [1, 2], data: { status: 'active' } });
    await send('DELETE', '/products/1');
    expect(await undo(send, batchOf(write))).toMatchObject({
      records: 1,
      refused: { total: 1, items: [{ record_id: 1, name: 'Квас', message: 'Записи больше нет' }] },
    });
  });

  it('[J667] only what the caller could write goes back, and what they may not see is counted', async () => {
    await addProducts(server(), { name: 'Квас', price: 1 });
    await addModels(server(), { name: 'Летний' });
    const admin = await server().as('admin');
    await admin('POST', '/project', { name: 'Сайт', code: 'site', platform: 'site' });
    const write = await admin('PUT', '/products/1', {
      name: 'Морс',
      prices: [{ project_id: 1, amount: 9, currency: 'RUB' }],
    });
    const accountant = await server().as('accountant');
    const preview = await previewOf(accountant, batchOf(write));
    expect([preview.records, preview.back.total + preview.refused.total + preview.hidden]).toEqual([1, 2]);
    await undo(accountant, batchOf(write));
    const record = recordIn(await admin('GET', '/products/1'));
    expect([record['name'], record['prices']]).toEqual(['Морс', []]);
    const photographer = await server().as('photographer');
    expect(await previewOf(photographer, batchOf(write))).toMatchObject({ hidden: 1, records: 0 });
    const deletion = await admin('DELETE', '/products/1');
    const seen = await previewOf(photographer, batchOf(deletion));
    expect([seen.records, seen.refused.items[0]?.message]).toEqual([0, 'недостаточно прав, чтобы вернуть это']);
    await undo(photographer, batchOf(deletion));
    expect(await server().db.$count(products)).toBe(0);
    expect((await admin('POST', '/batches/999/undo/preview')).status).toBe(404);
  });

  const secret = { users: [], roles: [{ slug: 'admin', level: 'edit' }] };

  it('[J685] who may not open a batch may not undo it either, and learns nothing of it', async () => {
    await addProducts(server(), { name: 'Квас' });
    const admin = await server().as('admin');
    const deletion = batchOf(await admin('DELETE', '/products/1'));
    const creation = batchOf(await admin('POST', '/matrices', { name: 'Тайная', access: secret }));
    const manager = await server().as('manager_matrix');
    for (const batch of [deletion, creation]) {
      expect((await manager('GET', `/batches/${batch}`)).status).toBe(404);
      expect((await manager('POST', `/batches/${batch}/undo/preview`)).status).toBe(404);
      expect((await manager('POST', `/batches/${batch}/undo`, {})).status).toBe(404);
    }
    expect(await server().db.$count(matrices)).toBe(1);
  });

  it('[J685] records that the caller may not see are counted as hidden', async () => {
    const admin = await server().as('admin');
    await addProducts(server(), { name: 'Квас' });
    await admin('POST', '/matrices', { name: 'Тайная', access: secret });
    await admin('POST', '/matrices', { name: 'Зима' });
    for (const id of [1, 2]) await admin('POST', `/matrices/${id}/products`, { ids: [1] });
    const deletion = batchOf(await admin('DELETE', '/products/1'));
    const manager = await server().as('manager_matrix');
    const outcome = await previewOf(manager, deletion);
    // The product and its place in the secret matrix.
    expect(outcome).toMatchObject({ records: 0, hidden: 2, since: { total: 0 } });
    expect(outcome.refused.items.map(({ entity, record_id }) => [entity, record_id])).toEqual([['matrices', 2]]);
  });

  it('[J685] whoever deleted a record of their own can take that back', async () => {
    const manager = await server().as('manager_matrix');
    const other = await server().as('product_manager');
    await manager('POST', '/matrices', { name: 'Зима', access: secret });
    const deletion = batchOf(await manager('DELETE', '/matrices/1'));
    expect((await manager('GET', `/batches/${deletion}`)).status).toBe(200);
    expect((await other('POST', `/batches/${deletion}/undo/preview`)).status).toBe(404);
    expect(await undo(manager, deletion)).toMatchObject({ records: 1, hidden: 0 });
    expect(await server().db.$count(matrices)).toBe(1);
  });

  it('[J688] records of which the caller may write nothing are refused without a lock', async () => {
    await addProducts(server(), { name: 'Квас' }, { name: 'Сок' });
    const admin = await server().as('admin');
    const creation = batchOf(await admin('POST', '/products', { name: 'Вода' }));
    const edit = batchOf(await admin('PUT', '/products', { ids: [1, 2], data: { status: 'active' } }));
    // A lock leaves its transaction in the row, even if that was rolled back.
    const readLocks = () => server().db.select({ lock: sql`xmax::text` }).from(products).orderBy(products.id);
    const locks = await readLocks();
    const photographer = await server().as('photographer');
    expect(await previewOf(photographer, edit)).toMatchObject({ records: 0, refused: { total: 2 } });
    expect(await previewOf(photographer, creation)).toMatchObject({ records: 0, refused: { total: 1 } });
    expect(await readLocks()).toEqual(locks);
    await previewOf(admin, edit);
    expect(await readLocks()).not.toEqual(locks);
  });

  it('[J667] an undo while acting as somebody is recorded with both', async () => {
    await addProducts(server(), { name: 'Квас' });
    const { send, subject, actor } = await actAs(server(), { first_name: 'Дарья', last_name: 'Воробьёва' });
    const write = await send('PUT', '/products/1', { name: 'Морс' });
    const undone = await undo(send, batchOf(write));
    const [batch] = await server().db.select().from(batches).where(eq(batches.id, undone.batch));
    expect(batch).toMatchObject({ user_id: subject.id, acted_by: actor.id });
  });

  it('[J664] an undo that changes nothing adds no batch', async () => {
    await addProducts(server(), { name: 'Квас' });
    const send = await server().as('admin');
    const write = await send('PUT', '/products/1', { name: 'Морс' });
    await undo(send, batchOf(write));
    const count = await server().db.$count(batches);
    expect(await undo(send, batchOf(write))).toMatchObject({ records: 0, same: 1 });
    expect(await server().db.$count(batches)).toBe(count);
    expect(await server().db.$count(changes)).toBe(2);
    expect(await server().db.$count(models)).toBe(0);
  });
});
