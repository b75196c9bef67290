import { getTableColumns, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import type { OrderDifference, RecordChanges } from '#contract/drafts.ts';
import { declaredResources } from '#contract/records.ts';
import { queryRows } from '#server/db/database.ts';
import { drafts } from '#server/db/schema.ts';
import { getBinding } from '#server/records/tableBinding.ts';
import { addLanguages, defineAttributes } from '#tests/support/attributes.ts';
import { type Send, treeOf, ways } from '#tests/support/draftWays.ts';
import { header, runFile } from '#tests/support/importing.ts';
import { closeAll, draftOf } from '#tests/support/recordedDrafts.ts';
import { addManyProducts, addModels, addProducts, addValues } from '#tests/support/records.ts';
import { recordIn } from '#tests/support/samples.ts';
import { describeOnBoth } from '#tests/support/server.ts';
import { csvOf } from '#tests/support/tables.ts';

describeOnBoth('Drafts: what is written is recorded', server => {
  /** Two products, a model with the second one, a matrix with it, a tree, an attribute, two brands, a project. */
  const begin = async () => {
    const admin = await server().as('admin');
    const [first] = await addValues(server(), 'brand', 'Заря', 'Луч');
    await addProducts(server(), { name: 'Квас' }, { name: 'Сок', brand_id: first ?? null, attributes: { size: 7 } });
    await addModels(server(), { name: 'Летний' });
    await admin('PUT', '/products/2', { model_ids: [1] });
    await admin('POST', '/project', { name: 'Сайт', code: 'site', platform: 'site' });
    await admin('PUT', '/categories/site', treeOf('Напитки'));
    await admin('POST', '/matrices', { name: 'Зима' });
    await admin('POST', '/matrices/1/products', { ids: [2] });
    await defineAttributes(server(), { code: 'size', kind: 'number', applies_to: 'products' });
    await addLanguages(server(), ['ru', 'Русский']);
    await server().db.delete(drafts);
  };

  /** Puts back all that is in the draft of somebody, who is told nothing else than that it was done. */
  const putBack = async (send: Send): Promise<void> => {
    for (let [row] = await draftOf(server(), 'admin'); row; [row] = await draftOf(server(), 'admin')) {
      const [entity, record_id, field, item] = row;
      const [draft] = await server().db.select().from(drafts);
      const answer = await send('POST', `/drafts/${draft?.id}/revert`, { entity, record_id, field, item });
      expect([field, answer.status, answer.message]).toEqual([field, 200, 'success']);
    }
  };

  it.each(ways)('[J1] [J9] a write by $by is in the author’s draft, and reverting it removes it', async way => {
    const { write, records, isFinal } = way;
    await begin();
    const send = await server().as('admin');
    expect(await write(send, server())).toMatchObject({ status: 200 });
    expect(await draftOf(server(), 'admin')).toEqual(records);
    expect(server().messages).toContainEqual(
      expect.objectContaining({ channel: 'drafts', event: 'DRAFTS_CURRENT_DRAFT_CHANGE' }),
    );
    // What was made or removed is not put back.
    if (!isFinal && records.every(([, , field]) => field !== '')) await putBack(send);
  });

  it('[J9] a moved category and an order of products can be reverted', async () => {
    await begin();
    const send = await server().as('admin');
    const node = (id: number | undefined, name: string, ...children: object[]) => ({ id, name, children });
    await send('PUT', '/categories/site', {
      categories: [node(1, 'Напитки', node(undefined, 'Соки')), node(undefined, 'Еда')],
    });
    await send('POST', '/matrices/1/products', { ids: [1] });
    await server().db.delete(drafts);
    await send('PUT', '/categories/site', { categories: [node(1, 'Напитки'), node(2, 'Еда', node(3, 'Соки'))] });
    await send('PUT', '/matrices/1/products', { ids: [1], before_id: 2 });
    const [draft] = await server().db.select().from(drafts);
    const revert = (entity: string, record_id: number, field: string) =>
      send('POST', `/drafts/${draft?.id}/revert`, { entity, record_id, field });
    expect((await revert('categories', 3, 'parent_id')).status).toBe(200);
    expect((await revert('matrices', 1, 'products_order')).status).toBe(200);
    expect((await send('GET', '/categories/by-projects')).result).toMatchObject([
      {
        categories: [
          { name: 'Напитки', children: [{ name: 'Соки' }] },
          { name: 'Еда', children: [] },
        ],
      },
    ]);
    expect((await draftOf(server(), 'admin')).filter(([entity]) => entity === 'matrices')).toEqual([]);
  });

  it('[J1] [J6] an import is recorded in the draft of the user who started it', async () => {
    await addProducts(server(), { name: 'Квас', sku: 'A-1' });
    await runFile(server(), csvOf([header, ['A-1', 'Морс', '10,5'], ['A-2', 'Чай', '7']]));
    expect(await draftOf(server(), 'content_manager')).toEqual([
      ['nomenclature', 1, 'name', '', 'Квас', 'Морс'],
      ['nomenclature', 1, 'price', '', null, 10.5],
      ['nomenclature', 2, '', '', null, { name: 'Чай', sku: 'A-2' }],
    ]);
    expect(server().messages.filter(message => 'event' in message && message.channel === 'drafts')).not.toEqual([]);
  });

  it('[J2] two users who change the same record each have their own draft', async () => {
    await begin();
    await (await server().as('admin'))('PUT', '/products/1', { name: 'Морс' });
    await (await server().as('content_manager'))('PUT', '/products/1', { name: 'Чай' });
    expect(await draftOf(server(), 'admin')).toEqual([['nomenclature', 1, 'name', '', 'Квас', 'Морс']]);
    expect(await draftOf(server(), 'content_manager')).toEqual([['nomenclature', 1, 'name', '', 'Морс', 'Чай']]);
  });

  it('[J2] simultaneous writes from several windows of one user end up in one draft', async () => {
    await addProducts(server(), ...Array.from({ length: 8 }, (_, at) => ({ name: `Товар ${at}` })));
    const send = await server().as('admin');
    const ids = Array.from({ length: 8 }, (_, at) => at + 1);
    const answers = await Promise.all(ids.map(id => send('PUT', `/products/${id}`, { weight: id })));
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
    expect(await server().db.select().from(drafts)).toHaveLength(1);
    expect(await draftOf(server(), 'admin')).toEqual(ids.map(id => ['nomenclature', id, 'weight', '', null, id]));
  });

  it('[J3] restoring the original value removes the change from the draft, whichever way it is restored', async () => {
    await begin();
    const send = await server().as('admin');
    await send('PUT', '/products/1', { name: 'Морс', attributes: { size: 1 }, model_ids: [1] });
    await send('PUT', '/products/1', { name: 'Чай', attributes: { size: 2 } });
    await send('PUT', '/products/1', { name: 'Квас', attributes: { size: null } });
    await send('DELETE', '/models/1/products/1');
    const { id } = recordIn(await send('POST', '/products', { name: 'Чай' }));
    await send('PUT', `/products/${id}`, { name: 'Мята' });
    expect(await draftOf(server(), 'admin')).toEqual([['nomenclature', id, '', '', null, { name: 'Чай' }]]);
    await send('DELETE', `/products/${id}`);
    expect(await draftOf(server(), 'admin')).toEqual([]);
  });

  it('[J3] a deleted record keeps the name it had before the draft', async () => {
    await begin();
    const send = await server().as('admin');
    await send('PUT', '/products/1', { name: 'Морс', sku: 'M', price: 5 });
    await send('DELETE', '/products/1');
    expect(await draftOf(server(), 'admin')).toEqual([['nomenclature', 1, '', '', { name: 'Квас' }, null]]);
  });

  it('[J3] reordering a matrix is one change, and restoring the order is none', async () => {
    await begin();
    const send = await server().as('admin');
    await send('POST', '/matrices/1/products', { ids: [1] });
    await server().db.delete(drafts);
    await send('PUT', '/matrices/1/products', { ids: [1], before_id: 2 });
    expect(await draftOf(server(), 'admin')).toEqual([['matrices', 1, 'products_order', '', [2, 1], [1, 2]]]);
    await send('PUT', '/matrices/1/products', { ids: [2], before_id: 1 });
    expect(await draftOf(server(), 'admin')).toEqual([]);
  });

  it('[J1] failed writes are in no draft, and neither are writes without an author', async () => {
    await begin();
    const send = await server().as('admin');
    await send('PUT', '/products/2', { barcode: '4600000000008' });
    await server().db.delete(drafts);
    const taken = { name: 'Морс', barcode: '4600000000008' };
    expect(await send('PUT', '/products/1', taken)).toMatchObject({ status: 400 });
    expect(await send('PUT', '/products', { ids: [1, 2], data: taken })).toMatchObject({ status: 200 });
    expect(await draftOf(server(), 'admin')).toEqual([['nomenclature', 2, 'name', '', 'Сок', 'Морс']]);
    await server().db.delete(drafts);
    await server().db.execute(sql`update products set name = 'Никто'`);
    expect(await server().db.select().from(drafts)).toEqual([]);
  });

  it('[O7] a reordering of many items is returned as moves, and so is the conflict of its revert', async () => {
    await begin();
    const send = await server().as('admin');
    const rows = await addManyProducts(server(), 60);
    const ids = rows.map(({ id }) => id);
    await send('POST', '/matrices/1/products', { ids });
    await server().db.delete(drafts);
    await send('PUT', '/matrices/1/products', { ids: ids.slice(-1), before_id: ids[0] });
    const [draft] = await server().db.select().from(drafts);
    const orderIn = async () => {
      const { result } = await send('GET', `/drafts/${draft?.id}/changes`);
      const [record] = (result as { items: RecordChanges[] }).items;
      return record?.fields.find(({ field }) => field === 'products_order')?.changes[0];
    };
    const last = { id: ids.at(-1), name: 'Товар 060' };
    expect(await orderIn()).toMatchObject({
      before: { count: 61, moved: 1, moves: [{ ...last, from: 2, to: 61 }] },
      after: { count: 61, moved: 1, moves: [{ ...last, from: 61, to: 2 }] },
    });
    await send('PUT', '/matrices/1/products', { ids: ids.slice(0, 20).toReversed(), before_id: null });
    const change = await orderIn();
    const { count, moved, moves } = (change as { after: OrderDifference }).after;
    expect([count, moved, moves.length]).toEqual([61, 21, 10]);
    expect(JSON.stringify(change).length).toBeLessThan(2500);
  });

  it('[J4] a run closes the drafts with their counts and errors, and the next change opens a new one', async () => {
    await begin();
    const send = await server().as('admin');
    await send('PUT', '/products', { ids: [1, 2], data: { status: 'active' } });
    await send('PUT', '/matrices/1', { name: 'Лето' });
    const other = await server().as('content_manager');
    await other('PUT', '/products/1', { name: 'Морс' });
    await other('PUT', '/products/1', { name: 'Квас' });
    const at = new Date('2026-05-12T10:00:00Z');
    const closed = await closeAll(server(), { runId: 7, at, faultyProducts: [2, 2, 1, 999] });
    expect(closed).toHaveLength(1);
    expect(await server().db.select().from(drafts)).toMatchObject([
      { status: 'history', closed_at: at, run_id: 7, changes_count: 3, products_count: 2, errors_count: 3 },
    ]);
    await send('PUT', '/products/1', { status: 'archived' });
    expect(await draftOf(server(), 'admin')).toEqual([['nomenclature', 1, 'status', '', 'active', 'archived']]);
  });

  it('[J5] every field of a record that can be written is recorded, and nothing else of it', async () => {
    const rows = await queryRows<{ table: string; definition: string }>(
      server().db,
      sql`select tgrelid::regclass::text as table, pg_get_triggerdef(oid) as definition from pg_trigger
        where tgfoid = 'record_rows'::regproc and tgname like '%_changed'`,
    );
    const skipped = new Map(
      rows.map(({ table, definition }) => [
        table,
        /record_rows\('[^']*', '[^']*', '([^']*)'/.exec(definition)?.[1]?.split(','),
      ]),
    );
    for (const resource of declaredResources) {
      const { table, tableName, collection } = getBinding(resource);
      const columns = Object.keys(getTableColumns(table as PgTable));
      const unwritten = columns.filter(name => {
        const field = collection.fields[name];
        return !field || field.readOnly || field.kind === 'password';
      });
      expect([tableName, skipped.get(tableName)?.toSorted()]).toEqual([tableName, unwritten.toSorted()]);
    }
    // Those of references and categories are no declared resources.
    expect(skipped.size).toBe(declaredResources.length + 2);
  });
});
