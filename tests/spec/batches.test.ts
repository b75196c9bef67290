import { asc, eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { BATCH_HEADER } from '#contract/batches.ts';
import { withAuthor, withBatch } from '#server/accounts/author.ts';
import { batches, changes, products, trash } from '#server/db/schema.ts';
import { completeBatches } from '#server/drafts/summary.ts';
import { commit } from '#server/records/commit.ts';
import { actAs } from '#tests/support/acting.ts';
import { callerOf, runFileBy } from '#tests/support/importing.ts';
import { closeAll, draftOf } from '#tests/support/recordedDrafts.ts';
import { addManyProducts, addProducts } from '#tests/support/records.ts';
import { recordIn } from '#tests/support/samples.ts';
import { describeOnBoth, senderOf } from '#tests/support/server.ts';
import { batchOf, undo } from '#tests/support/undoing.ts';

describeOnBoth('Batches: each write on its own', server => {
  const recorded = async () => {
    const all = await server().db.select().from(batches).orderBy(asc(batches.id));
    return Promise.all(
      all.map(async ({ id, user_id, acted_by }) => {
        const rows = await server()
          .db.select()
          .from(changes)
          .where(eq(changes.batch_id, id))
          .orderBy(asc(changes.record_id), asc(changes.field));
        return {
          user_id,
          acted_by,
          changes: rows.map(({ record_id, field, before, after }) => [record_id, field, before, after]),
        };
      }),
    );
  };

  it('[J647] every write of a value has its own batch, and the draft holds the difference between the first and the last', async () => {
    await addProducts(server(), { name: 'Квас', price: 1 }, { name: 'Сок', price: 1 });
    const { user } = await server().signIn('admin');
    const send = await server().as('admin');
    await send('PUT', '/products/1', { name: 'Морс', price: 2 });
    await send('PUT', '/products/1', { price: 3 });
    await send('PUT', '/products/1', { name: 'Квас' });
    const by = { user_id: user.id, acted_by: null };
    expect(await recorded()).toEqual([
      {
        ...by,
        changes: [
          [1, 'name', 'Квас', 'Морс'],
          [1, 'price', 1, 2],
        ],
      },
      { ...by, changes: [[1, 'price', 2, 3]] },
      { ...by, changes: [[1, 'name', 'Морс', 'Квас']] },
    ]);
    expect(await draftOf(server(), 'admin')).toEqual([['nomenclature', 1, 'price', '', 1, 3]]);
    expect((await send('DELETE', '/products/1')).status).toBe(200);
    expect(await draftOf(server(), 'admin')).toEqual([['nomenclature', 1, '', '', { name: 'Квас' }, null]]);
  });

  it('[J647] of writes of one value at the same time, one is the first and one the last in the draft', async () => {
    await addProducts(server(), { name: 'Квас', price: 1 });
    const send = await server().as('admin');
    const prices = Array.from({ length: 12 }, (_, at) => at + 2);
    const answers = await Promise.all(prices.map(price => send('PUT', '/products/1', { price })));
    expect(answers.map(({ status }) => status)).toEqual(prices.map(() => 200));
    const rows = await server().db.select().from(changes).where(eq(changes.field, 'price'));
    expect(rows).toHaveLength(prices.length);
    expect(rows.filter(row => row.is_first).map(({ before }) => before)).toEqual([1]);
    const [product] = await server().db.select({ price: products.price }).from(products);
    expect(rows.filter(row => row.is_last).map(({ after }) => after)).toEqual([product?.price]);
    expect(await draftOf(server(), 'admin')).toEqual([['nomenclature', 1, 'price', '', 1, product?.price]]);
  });

  it('[J647] a batch names the person and whoever acted as them, and a refused write adds none', async () => {
    await addProducts(server(), { name: 'Квас' });
    const { send, subject, actor } = await actAs(server(), { first_name: 'Дарья', last_name: 'Воробьёва' });
    await send('PUT', '/products/1', { name: 'Морс' });
    expect((await send('PUT', '/products/1', { name: '' })).status).toBe(400);
    expect((await send('PUT', '/products/99', { name: 'Сок' })).status).toBe(404);
    expect(await recorded()).toEqual([
      { user_id: subject.id, acted_by: actor.id, changes: [[1, 'name', 'Квас', 'Морс']] },
    ]);
  });

  it('[J648] a write of many records is one batch however many transactions it takes, and its answer names it', async () => {
    await addManyProducts(server(), 1100);
    const send = await server().as('admin');
    const answer = await send('PUT', '/products', {
      ids: Array.from({ length: 1100 }, (_, at) => at + 1),
      data: { status: 'archived' },
    });
    expect(answer.status).toBe(200);
    const [batch, ...others] = await server().db.select().from(batches);
    expect(others).toEqual([]);
    expect(answer.headers.get(BATCH_HEADER)).toBe(String(batch?.id));
    expect(batch).toMatchObject({
      kind: 'bulk',
      summary: [{ entity: 'nomenclature', records: 1100, created: 0, deleted: 0, changes: 1100, fields: ['status'] }],
    });
  });

  it('[J721] a write that takes several requests is one batch, and what may not be continued is one of its own', async () => {
    await addManyProducts(server(), 6);
    const { access } = await server().signIn('admin');
    const admin = senderOf(server().app, access);
    const change = async (ids: number[], batch?: number | string, send = admin) => {
      const headers = batch === undefined ? {} : { [BATCH_HEADER]: String(batch) };
      const answer = await send('PUT', '/products', { ids, data: { status: 'archived' } }, headers);
      expect(answer.status).toBe(200);
      return Number(answer.headers.get(BATCH_HEADER));
    };
    const first = await change([1, 2]);
    expect(await change([3], first)).toBe(first);
    const [batch] = await server().db.select().from(batches);
    expect(batch?.summary).toMatchObject([{ records: 3, changes: 3, fields: ['status'] }]);
    expect(await change([4], 'x')).not.toBe(first);
    expect(await change([5], first, await server().as('content_manager'))).not.toBe(first);
    const removed = await admin('DELETE', '/products', { ids: [6] }, { [BATCH_HEADER]: String(first) });
    expect(Number(removed.headers.get(BATCH_HEADER))).not.toBe(first);
    await undo(admin, first);
    const second = await change([1], first);
    expect(second).not.toBe(first);
    await server()
      .db.update(batches)
      .set({ at: new Date(Date.now() - 61 * 60_000) })
      .where(eq(batches.id, second));
    expect(await change([2], second)).not.toBe(second);
  });

  it('[J721] what several requests deleted comes back together', async () => {
    await addManyProducts(server(), 4);
    const send = await server().as('admin');
    const remove = (ids: number[], headers = {}) => send('DELETE', '/products', { ids }, headers);
    const batch = batchOf(await remove([1, 2]));
    expect(batchOf(await remove([3], { [BATCH_HEADER]: String(batch) }))).toBe(batch);
    const [stored] = await server().db.select().from(batches).where(eq(batches.id, batch));
    expect(stored?.summary).toMatchObject([{ records: 3, deleted: 3 }]);
    expect(await undo(send, batch)).toMatchObject({ records: 3 });
    expect(await server().db.$count(products)).toBe(4);
  });

  it('[J648] an import is one batch with its file, its new values and its products, and so is every other write', async () => {
    const send = await server().as('admin');
    const run = await runFileBy(server(), send, 'Артикул;Название;Бренд\nА-1;Квас;Новый\n', 'прайс.csv', '?create=1');
    await send('POST', '/project', { name: 'Сайт', code: 'site', platform: 'site' });
    await send('PUT', '/categories/site', { categories: [{ name: 'Напитки', children: [] }] });
    await send('DELETE', '/products/1');
    const all = await server().db.select().from(batches).orderBy(asc(batches.id));
    expect(all.map(({ kind, details }) => [kind, details])).toEqual([
      ['import', { name: 'прайс.csv', run_id: run.id }],
      ['create', {}],
      ['tree', { name: 'site' }],
      ['delete', {}],
    ]);
    expect(all[0]?.summary?.map(({ entity, created }) => [entity, created])).toEqual([
      ['nomenclature', 1],
      ['settings/reference/brand', 1],
    ]);
  });

  it('[J648] a batch of several transactions keeps its place in drafts, whatever comes between them', async () => {
    await addProducts(server(), { name: 'Квас', price: 1 });
    const { user } = await server().signIn('admin');
    const send = await server().as('admin');
    const deps = withBatch(withAuthor(server().deps, callerOf(user)), 'import');
    const setPrice = (price: number) =>
      commit(deps, tx => tx.update(products).set({ price }).where(eq(products.id, 1)));
    await setPrice(2);
    await send('PUT', '/products/1', { price: 3 });
    await setPrice(4);
    expect(await draftOf(server(), 'admin')).toEqual([['nomenclature', 1, 'price', '', 1, 4]]);
    await send('PUT', '/products/1', { price: 5 });
    expect(await draftOf(server(), 'admin')).toEqual([['nomenclature', 1, 'price', '', 1, 5]]);
    await commit(deps, tx => tx.insert(products).values({ name: 'Сок' }));
    await closeAll(server(), { runId: 1, at: new Date() });
    await commit(deps, tx => tx.update(products).set({ name: 'Морс' }).where(eq(products.name, 'Сок')));
    expect(await draftOf(server(), 'admin')).toEqual([['nomenclature', 2, 'name', '', 'Сок', 'Морс']]);
  });

  it('[J651] the records of single writes are counted a minute later, those of runs and bulk edits that ended early after an hour', async () => {
    const send = await server().as('admin');
    const { user } = await server().signIn('admin');
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    await send('POST', '/products', { name: 'Квас' });
    await server()
      .db.update(batches)
      .set({ at: at(2) });
    await server()
      .db.insert(batches)
      .values([
        { user_id: user.id, kind: 'save', at: at(0) },
        { user_id: user.id, kind: 'bulk', at: at(50) },
        { user_id: user.id, kind: 'import', details: { run_id: 1 }, at: at(50) },
        { user_id: user.id, kind: 'bulk', at: at(70) },
      ]);
    await completeBatches(server().db);
    const all = await server().db.select().from(batches).orderBy(asc(batches.id));
    expect(all.map(({ summary }) => summary?.length ?? null)).toEqual([1, null, null, null, 0]);
  });

  it('[J649] changes of settings, references and users are recorded outside drafts, and passwords never', async () => {
    const send = await server().as('admin');
    const project = recordIn(await send('POST', '/project', { name: 'Сайт', code: 'site', platform: 'site' }));
    await send('PUT', `/project/${project.id}`, { name: 'Магазин' });
    const brand = recordIn(await send('POST', '/reference/brand/value', { name: 'Заря' }));
    await send('PUT', `/reference/brand/value/${brand.id}`, { synonyms: 'Zarya' });
    const user = await server().createUser('accountant');
    await send('PUT', `/users/${user.id}`, { last_name: 'Вишнёва', password: 'полночный экспресс 7' });
    const rows = await server().db.select().from(changes).orderBy(asc(changes.batch_id), asc(changes.field));
    expect(rows.map(({ draft_id, entity, field, before, after }) => [draft_id, entity, field, before, after])).toEqual([
      [0, 'settings/project', '', null, { name: 'Сайт', code: 'site', platform: 'site' }],
      [0, 'settings/project', 'name', 'Сайт', 'Магазин'],
      [0, 'settings/reference/brand', '', null, { name: 'Заря' }],
      [0, 'settings/reference/brand', 'synonyms', null, 'Zarya'],
      [0, 'users', 'last_name', 'Берёзкина', 'Вишнёва'],
    ]);
    expect((await send('GET', '/drafts/current-header')).result).toEqual({ draft: null });
  });

  it('[J650] the database refuses a write without an author, and a deleted record stays in the trash as it was', async () => {
    await addProducts(server(), { name: 'Квас', price: 7 });
    const write = (setting: string) =>
      server().db.transaction(async tx => {
        await tx.execute(sql`select set_config('vitrina.unrecorded', ${setting}, true)`);
        await tx.update(products).set({ name: 'Морс' });
      });
    await expect(write('')).rejects.toMatchObject({ cause: { message: expect.stringContaining('without an author') } });
    await write('on');
    const send = await server().as('admin');
    await send('DELETE', '/products/1');
    const [batch] = await server().db.select().from(batches);
    expect(await server().db.select().from(trash)).toMatchObject([
      { entity: 'nomenclature', record_id: 1, batch_id: batch?.id, row: { name: 'Морс', price: 7 } },
    ]);
  });
});
