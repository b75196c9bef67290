import { asc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { batches, changes, products } from '#server/db/schema.ts';
import { actAs } from '#tests/support/acting.ts';
import { draftOf } from '#tests/support/recordedDrafts.ts';
import { addProducts } from '#tests/support/records.ts';
import { describeOnBoth } from '#tests/support/server.ts';

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
});
