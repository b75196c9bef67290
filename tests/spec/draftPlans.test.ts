import { sql } from 'drizzle-orm';
import { describe, expect, inject, it } from 'vitest';
import { rowsOf } from '#server/db/database.ts';
import { explained } from '#tests/support/explained.ts';
import { addManyProducts } from '#tests/support/records.ts';
import { useTestServer } from '#tests/support/server.ts';

/** PostgreSQL makes five plans for known values before it may keep one for any. */
const ENOUGH = 7;

describe.skipIf(!inject('server').postgres)('X Plans of writes (PostgreSQL)', () => {
  const server = useTestServer('postgres');

  it('[X622] a change is found by an index even in a small draft, whose plan is kept when it has grown', async () => {
    const { db, deps, signIn } = server();
    const { user } = await signIn('admin');
    await addManyProducts(server(), ENOUGH);
    await db.execute(sql`analyze draft_changes`);
    const plans = await explained(deps.config.databaseUrl, user.id, async client => {
      for (let id = 1; id <= ENOUGH; id += 1) await client.query('update products set price = 5 where id = $1', [id]);
    });
    const ofDrafts = plans.filter(text => text.includes('on draft_changes'));
    expect(ofDrafts.length).toBeGreaterThanOrEqual(ENOUGH);
    expect(ofDrafts.filter(text => text.includes('Seq Scan on draft_changes'))).toEqual([]);
  });

  it('[X622] the statements of a write are planned once', async () => {
    const { db, as } = server();
    await addManyProducts(server(), ENOUGH);
    const send = await as('admin');
    for (let id = 1; id <= ENOUGH; id += 1) await send('PUT', `/products/${id}`, { price: 5 });
    for (let id = 1; id <= ENOUGH; id += 1) await send('POST', '/products', { name: `Чай ${id}` });
    const kept = await rowsOf<{ statement: string; is_kept: boolean }>(
      db,
      sql`select statement, generic_plans > 0 as is_kept from pg_prepared_statements`,
    );
    const those = [
      'insert into "products"',
      'update "products"',
      'for no key update',
      'held_definitions',
      'from "products" where',
    ];
    for (const one of those)
      expect([one, kept.find(({ statement }) => statement.includes(one))?.is_kept]).toEqual([one, true]);
  });
});
