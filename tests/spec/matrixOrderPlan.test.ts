import { sql } from 'drizzle-orm';
import { describe, expect, inject, it } from 'vitest';
import { matrices, matrixProducts, users } from '#server/db/schema.ts';
import { explained } from '#tests/support/explained.ts';
import { addManyProducts } from '#tests/support/records.ts';
import { useTestServer } from '#tests/support/server.ts';

const MANY = 500;

describe.skipIf(!inject('server').postgres)('X The history of a reordered matrix (PostgreSQL)', () => {
  const server = useTestServer('postgres');

  it('[X403] a connection that reordered a matrix of one product first compares no pairs of rows of a large one', async () => {
    const { db, deps, signIn } = server();
    await signIn('admin');
    const [small, large] = await db
      .insert(matrices)
      .values([{ name: 'Малая' }, { name: 'Большая' }])
      .returning();
    const ids = (await addManyProducts(server(), MANY)).map(({ id }) => id);
    const rowsOf = (matrix_id = 0, some = ids) =>
      some.map((product_id, position) => ({ matrix_id, product_id, position }));
    await db.insert(matrixProducts).values(rowsOf(small?.id, ids.slice(0, 1)));
    await db.execute(sql`analyze matrix_products`);
    const [author] = await db.select().from(users);
    const plans = await explained(deps.config.databaseUrl, author?.id, async client => {
      const reorder = (id = 0) =>
        client.query('update matrix_products set position = -position where matrix_id = $1', [id]);
      await reorder(small?.id);
      await db.insert(matrixProducts).values(rowsOf(large?.id));
      await reorder(large?.id);
    });
    const last = plans.findLast(text => text.includes('old_rows') && text.includes('array_agg')) ?? '';
    expect(last).toContain(`rows=${MANY}`);
    expect(last).not.toContain('Rows Removed by Join Filter');
  });
});
