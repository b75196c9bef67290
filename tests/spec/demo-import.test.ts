import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { count, isNull } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { Draft, RecordChanges } from '#contract/drafts.ts';
import { verifyPassword } from '#server/accounts/session/passwords.ts';
import { models, productModels, products, projects, users } from '#server/db/schema.ts';
import { generateDemoData } from '#server/demo/data.ts';
import { buildSampleTable } from '#server/demo/sample.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { faultsOf, runFile } from '#tests/support/importing.ts';
import { recordIn } from '#tests/support/samples.ts';
import { describeDemonstration, describeOnBoth } from '#tests/support/server.ts';

const sample = (name: string) => readFile(join(import.meta.dirname, '../../docs/sample', name));

const inOrder = (words: string[]): string[] => words.sort((a, b) => a.localeCompare(b, 'ru'));

describeDemonstration('Demonstration data: in the database', server => {
  it('[D1] [D8] an empty database is filled with all of the demonstration', async () => {
    const data = generateDemoData();
    const { db } = server();
    const total = async (table: typeof products | typeof models | typeof projects) =>
      (await db.select({ total: count() }).from(table))[0]?.total;
    expect(await total(products)).toBe(data.products.length);
    expect(await total(models)).toBe(150);
    expect(await total(projects)).toBe(2);
    const linked = data.products.filter(({ model }) => model).length;
    expect(await db.select({ total: count() }).from(productModels)).toEqual([{ total: linked }]);
    expect(await db.select().from(products).where(isNull(products.unit_id))).toEqual([]);
  });

  it('[D21] the demonstration’s history results in its current products', async () => {
    const send = await server().as('admin');
    const { items } = (await send('GET', '/drafts/history')).result as { items: Draft[] };
    expect(items.map(({ changes_count, errors_count }) => [changes_count > 5, errors_count])).toEqual([
      [true, 0],
      [true, 2],
      [true, 0],
    ]);
    for (const { id, changes_count, products_count } of items) {
      const { items: changed } = (await send('GET', `/drafts/${id}/changes?per_page=200`)).result as {
        items: RecordChanges[];
      };
      expect(changed).toHaveLength(products_count);
      expect(changed.flatMap(({ fields }) => fields.flatMap(({ changes }) => changes))).toHaveLength(changes_count);
      for (const { record_id, fields } of changed) {
        const product = recordIn(await send('GET', `/products/${record_id}`));
        const isNow = fields.map(({ field, changes: [change] }) =>
          change?.item ? (product[field] as unknown[]).includes(change.after) : product[field] === change?.after,
        );
        expect(isNow).not.toContain(false);
      }
    }
  });

  it('[D2] every account signs in with the password demo-demo', async () => {
    const { db } = server();
    const accounts = await db.select().from(users).orderBy(users.id);
    expect(accounts.map(({ email }) => email)).toEqual(generateDemoData().users.map(({ email }) => email));
    const [first] = accounts;
    expect(await verifyPassword('demo-demo', first?.password ?? null)).toBe(true);
    expect(new Set(accounts.map(({ password }) => password)).size).toBe(1);
  });

  it.each(['nomenclature.xlsx', 'nomenclature.csv'])(
    '[D4] [I4] [I5] the sample %s is imported with the counts that it promises, each faulty row for its own reason',
    async name => {
      const run = await runFile(server(), await sample(name), name);
      expect(run).toMatchObject({ status: 'finished', counts: buildSampleTable().counts });
      const faults = faultsOf(run);
      const columns = faults.map(([, column]) => String(column ?? 'вся строка'));
      expect(inOrder(columns)).toEqual(
        inOrder([
          'Артикул',
          'Артикул',
          'Бренд',
          'В продаже с',
          'Вес, кг',
          'Вес, кг',
          'Единица измерения',
          'Название',
          'Статус',
          'Цена',
          'Штрихкод',
          'Штрихкод',
          'вся строка',
        ]),
      );
      expect(new Set(faults.map(([row]) => row)).size).toBe(12);
      expect(new Set(faults.map(([, , , reason]) => reason)).size).toBe(12);
    },
  );
});

describeOnBoth('Demonstration data: into a database of somebody', server => {
  it('[D3] a failed seed leaves nothing behind', async () => {
    const { db } = server();
    await db.insert(products).values({ name: 'Чужой товар', sku: generateDemoData().products.at(-1)?.sku ?? '' });
    await expect(seedDemo(db)).rejects.toThrow();
    expect(await db.select({ total: count() }).from(products)).toEqual([{ total: 1 }]);
    expect(await db.select().from(users)).toEqual([]);
  });
});
