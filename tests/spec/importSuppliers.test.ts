import { expect, it } from 'vitest';
import type { ImportPreview } from '#contract/importing.ts';
import type { Caller } from '#server/accounts/session/caller.ts';
import { products } from '#server/db/schema.ts';
import { proposeMapping } from '#server/imports/propose.ts';
import { addBrand, addUnit, callerOf, formOf, IMPORT, runFile } from '#tests/support/importing.ts';
import { letRole } from '#tests/support/permissions.ts';
import { describeOnBoth } from '#tests/support/server.ts';
import { supplierTables } from '#tests/support/supplierTables.ts';
import { csvOf, fileOf } from '#tests/support/tables.ts';

describeOnBoth('§1 Tables of suppliers as they come', server => {
  it.each(supplierTables)(
    '[I700] $title: imported whole as proposed',
    async ({ bytes, fileName, products: expected }) => {
      const unit = await addUnit(server());
      await addBrand(server(), 'Росток');
      const table = await bytes();
      const send = await server().as('content_manager');
      const preview = await send('POST', `${IMPORT}/preview`, formOf(['table', table, fileName]));
      expect([preview.status, preview.message]).toEqual([200, 'success']);
      const counts = { new: expected.length, changed: 0, unchanged: 0, faulty: 0 };
      expect(preview.result as ImportPreview).toMatchObject({ counts, proposal: { toChoose: null, creates: true } });
      const run = await runFile(server(), table, fileName);
      expect(run.counts).toEqual(counts);
      const found = await server().db.select().from(products).orderBy(products.id);
      expect(found).toMatchObject(
        expected.map(({ unit_id, brand_id, ...values }) => ({
          ...values,
          ...(unit_id !== undefined && { unit_id: unit }),
          ...(brand_id !== undefined && { brand_id: expect.any(Number) }),
        })),
      );
      expect((await runFile(server(), table, fileName)).counts).toEqual({
        ...counts,
        new: 0,
        unchanged: expected.length,
      });
    },
  );
});

describeOnBoth('§1 A proposal of a table', server => {
  it('[I705] reads only the first rows, and keeps the sheet and the header that a person has chosen', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => [`A-${at}`, `Товар ${at}`, '10,5']);
    const path = fileOf(csvOf([['Прайс'], ['Артикул', 'Номенклатура', 'Розница'], ...rows, ['"открыта']]));
    const { columns, header } = await proposeMapping(server().deps, { path });
    expect(columns.map(({ field }) => field)).toEqual(['sku', 'name', 'price']);
    expect(header).toEqual({ row: 2, rows: 1 });
    const chosen = await proposeMapping(server().deps, { path, header: { row: 3, rows: 1 } });
    expect(chosen).toMatchObject({
      header: { row: 3, rows: 1 },
      toChoose: expect.stringContaining('известные заголовки'),
    });
  });

  it('[I712] what the user may not write is proposed only where a heading names it, and refused then', async () => {
    await letRole(server(), '1c_client', 'product-list.import-file');
    const { user } = await server().signIn('1c_client');
    const priced = (heading: string) =>
      fileOf(
        csvOf([
          ['Артикул', 'Номенклатура', heading],
          ['A-1', 'Квас', '5 ₽'],
        ]),
      );
    const fieldsFor = async (heading: string, of?: Caller) => {
      const { columns } = await proposeMapping(server().deps, { path: priced(heading), ...(of && { user: of }) });
      return columns.map(({ field }) => field);
    };
    const caller = { ...callerOf(user), grantedSlugs: new Set(['product-list.import-file']) };
    expect(await fieldsFor('РРЦ')).toEqual(['sku', 'name', 'price']);
    expect(await fieldsFor('РРЦ', caller)).toEqual(['sku', 'name', null]);
    expect(await fieldsFor('Цена', caller)).toEqual(['sku', 'name', 'price']);
  });
});
