import { sql } from 'drizzle-orm';
import { describe, expect, inject, it } from 'vitest';
import { addProducts } from '#tests/support/records.ts';
import { useTestServer } from '#tests/support/server.ts';
import { explainStatements } from '#tests/support/statements.ts';

const MANY = 30_000;

describe.skipIf(!inject('server').postgres)('The plans of pages over many rows (PostgreSQL)', () => {
  const server = useTestServer('postgres');

  it('[L656] a page of the products that can be added to a matrix reads as many rows as it has', async () => {
    const send = await server().as('admin');
    await server().db.execute(sql`insert into products (name) select 'Товар ' || i from generate_series(1, ${MANY}) i`);
    await send('POST', '/matrices', { name: 'Зима' });
    await server().db.execute(sql`analyze`);
    const path = '/matrices/1/candidates?page=1&per_page=25';
    await send('GET', path);
    const plans = await explainStatements(server().deps.config.databaseUrl, () => send('GET', path));
    expect(plans.length).toBeGreaterThan(1);
    expect(plans.filter(plan => /Seq Scan on products\b|WindowAgg/.test(plan))).toEqual([]);
  });

  it('[J728] a page of the trash is read in the order of an index, without what lies before or behind it', async () => {
    const send = await server().as('admin');
    await addProducts(server(), { name: 'Квас' });
    await send('DELETE', '/products', { ids: [1] });
    const { db, deps } = server();
    await db.execute(sql`insert into trash (entity, record_id, batch_id, at, row)
      select entity, record_id + i, batch_id, at - make_interval(secs => i / 100), row from trash, generate_series(1, ${MANY}) i`);
    await db.execute(sql`analyze`);
    const plans = await explainStatements(deps.config.databaseUrl, () => send('GET', '/trash?resource=nomenclature'));
    const pages = plans.filter(plan => /Limit/.test(plan) && /\btrash\b/.test(plan));
    expect(pages).toHaveLength(1);
    expect(pages[0]).not.toMatch(/Sort|WindowAgg|Function Scan|Seq Scan on trash/);
    expect(plans.filter(plan => /Function Scan on jsonb_populate_record/.test(plan) && /Aggregate/.test(plan))).toEqual(
      [],
    );
  });
});
