import { sql } from 'drizzle-orm';
import { describe, expect, inject, it } from 'vitest';
import { queryRows } from '#server/db/database.ts';
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
    await db.execute(sql`analyze changes`);
    const plans = await explained(deps.config.databaseUrl, user.id, async client => {
      for (let id = 1; id <= ENOUGH; id += 1) await client.query('update products set price = 5 where id = $1', [id]);
    });
    const ofDrafts = plans.filter(text => text.includes('on changes'));
    expect(ofDrafts.length).toBeGreaterThanOrEqual(ENOUGH);
    expect(ofDrafts.filter(text => text.includes('Seq Scan on changes'))).toEqual([]);
  });

  it('[X622] the statements of a write are planned once', async () => {
    const { db, as } = server();
    await addManyProducts(server(), ENOUGH);
    const send = await as('admin');
    const those = [
      'insert into "products"',
      'update "products"',
      'for no key update',
      'held_definitions',
      'from "products" where',
    ];
    let price = 0;
    /** Of the connection that is asked, which need not be the one that has written most. */
    const unplanned = async () => {
      price += 1;
      await send('PUT', '/products/1', { price });
      await send('POST', '/products', { name: `Чай ${price}` });
      const kept = await queryRows<{ statement: string }>(
        db,
        sql`select statement from pg_prepared_statements where generic_plans > 0`,
      );
      return those.filter(one => !kept.some(({ statement }) => statement.includes(one)));
    };
    await expect.poll(unplanned, { timeout: 60_000 }).toEqual([]);
  });
});
