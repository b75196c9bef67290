import { afterEach, expect, it } from 'vitest';
import type { ImportPreview } from '#contract/importing.ts';
import { getCollection } from '#contract/records.ts';
import type { Rule } from '#contract/rules.ts';
import { matrices } from '#server/db/schema.ts';
import { faultsOf, formOf, IMPORT, runFile } from '#tests/support/importing.ts';
import { recordIn } from '#tests/support/samples.ts';
import { describeOnBoth } from '#tests/support/server.ts';
import { csvOf } from '#tests/support/tables.ts';

const before = 'Не раньше начала';

/** Goods that are sold have a weight. */
const weighed: Rule = {
  inputFields: ['status', 'weight'],
  findError: ({ status, weight }) => (status === 'active' && weight === null ? 'activeWithoutWeight' : undefined),
  errorField: 'weight',
};
const products = getCollection('nomenclature');
afterEach(() => void delete products.rules);

describeOnBoth('§5 Rules across the fields of a record', server => {
  it('[X132] a matrix cannot end before it starts, when created or when either date changes', async () => {
    const send = await server().as('admin');
    const days = (starts_on: string | null, ends_on: string | null) => ({ starts_on, ends_on });
    const wrong = await send('POST', '/matrices', { name: 'Зима', ...days('2026-12-01', '2026-11-30') });
    expect(wrong).toMatchObject({ status: 400, errors: { ends_on: [before] } });
    const { id } = recordIn(await send('POST', '/matrices', { name: 'Зима', ...days('2026-12-01', '2026-12-01') }));
    const put = (body: object) => send('PUT', `/matrices/${id}`, body);
    expect(await put({ ends_on: '2026-11-30' })).toMatchObject({ status: 400, errors: { ends_on: [before] } });
    expect(await put({ starts_on: '2026-12-02' })).toMatchObject({ status: 400, errors: { ends_on: [before] } });
    expect(await put(days('2027-01-01', '2027-02-01'))).toMatchObject({ status: 200 });
    expect(await put({ ends_on: null })).toMatchObject({ status: 200 });
  });

  it('[X132] a record older than the rule can still be edited in other fields, and corrected', async () => {
    const send = await server().as('admin');
    const { id } = recordIn(await send('POST', '/matrices', { name: 'Лето' }));
    await server().db.update(matrices).set({ starts_on: '2026-08-31', ends_on: '2026-06-01' });
    expect(await send('PUT', `/matrices/${id}`, { name: 'Лето 2026' })).toMatchObject({ status: 200 });
    const same = { name: 'Лето', starts_on: '2026-08-31', ends_on: '2026-06-01' };
    expect(await send('PUT', `/matrices/${id}`, same)).toMatchObject({ status: 200 });
    expect(await send('PUT', `/matrices/${id}`, { starts_on: '2026-08-30' })).toMatchObject({ status: 400 });
    expect(await send('PUT', `/matrices/${id}`, { starts_on: '2026-06-01' })).toMatchObject({ status: 200 });
  });

  it('[X132] a bulk edit and its preview skip records that would break it, with the reason', async () => {
    const send = await server().as('admin');
    const make = async (ends_on: string) => recordIn(await send('POST', '/matrices', { name: 'М', ends_on })).id;
    const [late, early] = [await make('2026-12-31'), await make('2026-06-30')];
    const body = { ids: [late, early], data: { starts_on: '2026-09-01' } };
    const failed = [{ id: early, reason: 'invalid', errors: { ends_on: [before] } }];
    expect((await send('POST', '/matrices/preview', body)).result).toMatchObject({ changed: 1, failed });
    expect((await send('PUT', '/matrices', body)).result).toMatchObject({ ids: [late], failed });
  });

  it('[X132] an import and its preview enforce the rules for new and existing products', async () => {
    const send = await server().as('admin');
    const make = async (body: object) => recordIn(await send('POST', '/products', body));
    await make({ name: 'Квас', sku: 'A-1', status: 'active' });
    await make({ name: 'Морс', sku: 'A-2', weight: 1 });
    await make({ name: 'Тан', sku: 'A-3' });
    Object.assign(products, { rules: [weighed] });
    const table = csvOf([
      ['Артикул', 'Название', 'Статус'],
      ['A-1', 'Квас светлый', 'Активен'],
      ['A-2', 'Морс', 'Активен'],
      ['A-3', 'Тан', 'Активен'],
      ['A-4', 'Айран', 'Активен'],
      ['A-5', 'Кефир', 'Черновик'],
    ]);
    const seen = (await send('POST', `${IMPORT}/preview`, formOf(['table', table]))).result as ImportPreview;
    const faults = [4, 5].map(row => ({ row, column: 'Вес, кг', text: 'activeWithoutWeight' }));
    expect(seen).toMatchObject({ counts: { new: 1, changed: 2, unchanged: 0, faulty: 2 }, faults });
    const run = await runFile(server(), table);
    expect(faultsOf(run)).toEqual(faults.map(({ row, column, text }) => [row, column, undefined, text]));
    expect((await send('GET', '/products?status=active')).result).toMatchObject({ total: 2 });
  });
});
