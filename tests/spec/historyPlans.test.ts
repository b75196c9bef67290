import { sql } from 'drizzle-orm';
import { describe, expect, inject, it } from 'vitest';
import { queryRows } from '#server/db/database.ts';
import { drafts } from '#server/db/schema.ts';
import { countClosedDrafts } from '#server/drafts/closeDrafts.ts';
import { addModels, addProducts } from '#tests/support/records.ts';
import { useTestServer } from '#tests/support/server.ts';
import { explainStatements } from '#tests/support/statements.ts';
import { addShops } from '#tests/support/synchronization.ts';
import { batchOf } from '#tests/support/undoing.ts';

describe.skipIf(!inject('server').postgres)('The plans of the history (PostgreSQL)', () => {
  const server = useTestServer('postgres');

  /** A year of saves, and large imports among them. */
  const fill = async () => {
    const { user } = await server().signIn('admin');
    const { db } = server();
    await addProducts(server(), { name: 'Квас' });
    await db.execute(sql`insert into batches (user_id, at, kind, summary)
      select ${user.id} + i % 7, now() - make_interval(mins => i * 10),
        case when i % 500 = 0 then 'import' else 'save' end,
        jsonb_build_array(jsonb_build_object('entity', 'nomenclature', 'records', 1, 'created', 0, 'deleted', 0,
          'changes', 2, 'fields', jsonb_build_array('name', 'price')))
      from generate_series(1, 20000) i`);
    await db.execute(sql`insert into changes (batch_id, draft_id, entity, record_id, field, item, before, after)
      select b.id, 0, 'nomenclature', 1 + (b.id * 7 + i) % 5000, 'price', '', '1', '2'
      from batches b, generate_series(1, case when b.kind = 'import' then 2000 else 2 end) i`);
    await db.execute(sql`analyze`);
    const [batch] = await queryRows<{ id: number }>(db, sql`select max(id) as id from batches where kind = 'import'`);
    return { batch: batch?.id, user: user.id };
  };

  it('[J709] read a page, a record and a batch by indexes, whatever the filter and whoever asks', async () => {
    const { batch, user } = await fill();
    const paths = [
      '/batches',
      '/batches?page=3',
      `/batches?user=${user}`,
      '/batches?kind=import',
      '/batches?unpublished=true',
      '/batches?entity=nomenclature&record_id=1',
      '/batches?entity=nomenclature&field=price',
      '/batches?project=1',
      '/batches/of-record?entity=nomenclature&record_id=1',
      `/batches/${batch}`,
      `/batches/${batch}/changes?page=3`,
    ];
    for (const role of ['admin', 'product_manager'] as const) {
      const send = await server().as(role);
      for (const path of paths) {
        const plans = await explainStatements(server().deps.config.databaseUrl, () => send('GET', path));
        expect(plans.length, path).toBeGreaterThan(1);
        const scans = plans.filter(plan => /Seq Scan on changes\b/.test(plan));
        expect(scans, `${role} ${path}`).toEqual([]);
      }
    }
  });

  it('[J692] find by an index whether created products were put into a matrix since', async () => {
    await fill();
    const { db } = server();
    const send = await server().as('admin');
    const batch = batchOf(await send('POST', '/products', { name: 'Сок' }));
    await db.execute(sql`insert into changes (batch_id, draft_id, entity, record_id, field, item, before, after)
      select i, 0, 'matrices', 1 + i % 50, 'products', i::text, null, '1' from generate_series(1, 20000) i`);
    await db.execute(sql`analyze`);
    const plans = await explainStatements(server().deps.config.databaseUrl, () =>
      send('POST', `/batches/${batch}/undo`, {}),
    );
    const lookups = plans.filter(plan => plan.includes("field = 'products'"));
    expect(lookups.length).toBeGreaterThan(0);
    expect(lookups.filter(plan => !plan.includes('changes_item'))).toEqual([]);
    expect(plans.filter(plan => /Seq Scan on changes\b/.test(plan))).toEqual([]);
  });

  it('[J692] find the pairs that restored records lost by indexes', async () => {
    await fill();
    await addProducts(server(), { name: 'Сок' });
    await addModels(server(), { name: 'Летний' });
    const send = await server().as('admin');
    await send('POST', '/matrices', { name: 'Зима' });
    await send('POST', '/matrices/1/products', { ids: [1, 2] });
    await send('PUT', '/products/1', { model_ids: [1] });
    const removals = [
      ['matrices', '/matrices/1'],
      ['catalog', '/models/1'],
      ['nomenclature', '/products/1'],
    ] as const;
    for (const [, path] of removals) await send('DELETE', path);
    await server().db.execute(sql`analyze`);
    const restored: string[] = [];
    for (const [resource] of removals) {
      const plans = await explainStatements(server().deps.config.databaseUrl, () =>
        send('POST', '/trash/restore', { resource, ids: [1] }),
      );
      restored.push(...plans);
    }
    expect(restored.filter(plan => /Seq Scan on changes\b/.test(plan))).toEqual([]);
    const lookups = restored.flatMap(plan => plan.match(/on changes gone\S*  .*\n\s*Index Cond: .*/g) ?? []);
    expect(lookups.length).toBeGreaterThan(3);
    expect(lookups.filter(lookup => !lookup.includes('record_id = '))).toEqual([]);
  });

  it('[O602] find the errors of the products of a closed draft by an index, however many there are', async () => {
    const { db, deps } = server();
    const { user } = await server().signIn('admin');
    await addShops(server());
    await addProducts(server(), { name: 'Квас' });
    const [draft] = await db
      .insert(drafts)
      .values({ manager_id: user.id, status: 'history', run_id: 7, closed_at: new Date() })
      .returning();
    await db.execute(sql`insert into changes (batch_id, draft_id, entity, record_id, field, item, before, after)
      values (0, ${draft?.id}::integer, 'nomenclature', 1, 'price', '', '1', '2')`);
    await db.execute(sql`insert into feed_failures (project_id, entity, record_id, since, faults, delta)
      select 1, 'nomenclature', i, 7, array['barcode', 'categories'], 1 from generate_series(1, 50000) i`);
    await db.execute(sql`analyze`);
    const plans = await explainStatements(deps.config.databaseUrl, () => countClosedDrafts(db));
    expect(plans.some(plan => plan.includes('feed_failures'))).toBe(true);
    expect(plans.filter(plan => /Seq Scan on feed_failures\b/.test(plan))).toEqual([]);
    expect(await db.select().from(drafts)).toMatchObject([{ changes_count: 1, products_count: 1, errors_count: 2 }]);
  });
});
