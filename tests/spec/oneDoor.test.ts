import { afterEach, beforeEach, expect, it } from 'vitest';
import { invalidField } from '#server/http/errors.ts';
import { getBinding, type WriteRules } from '#server/records/tableBinding.ts';
import { faultsOf, runFile } from '#tests/support/importing.ts';
import { recordIn } from '#tests/support/samples.ts';
import { describeOnBoth } from '#tests/support/server.ts';
import { csvOf } from '#tests/support/tables.ts';

const products = getBinding('nomenclature');
/** The names that were written, as an effect after the commit saw them. */
const seen: unknown[] = [];

const planted: WriteRules = async ({ patch, changes }, work) => {
  if (patch?.['name'] === 'Нельзя') throw invalidField('name', 'Так нельзя');
  await work();
  changes.runAfterCommit(() => void seen.push(patch?.['name']));
};

describeOnBoth('One way to write', server => {
  beforeEach(() => void (products.rules = planted));
  afterEach(() => {
    delete products.rules;
    seen.length = 0;
  });

  it('[X133] a check added to product writes applies to a save, a bulk edit and an import', async () => {
    const send = await server().as('admin');
    const refused = { status: 400, errors: { name: ['Так нельзя'] } };
    expect(await send('POST', '/products', { name: 'Нельзя' })).toMatchObject(refused);
    const { id } = recordIn(await send('POST', '/products', { name: 'Квас', sku: 'A-1' }));
    expect(await send('PUT', `/products/${id}`, { name: 'Нельзя' })).toMatchObject(refused);
    await send('PUT', `/products/${id}`, { name: 'Морс' });
    expect((await send('PUT', '/products', { ids: [id], data: { name: 'Нельзя' } })).result).toMatchObject({
      ids: [],
      failed: [{ id, reason: 'invalid', errors: refused.errors }],
    });
    await send('PUT', '/products', { ids: [id], data: { name: 'Тан' } });
    expect(seen).toEqual(['Квас', 'Морс', 'Тан']);
    const run = await runFile(
      server(),
      csvOf([
        ['Артикул', 'Название'],
        ['A-1', 'Айран'],
        ['A-2', 'Нельзя'],
        ['A-3', 'Кефир'],
      ]),
    );
    expect(faultsOf(run)).toEqual([[3, 'Название', undefined, 'Так нельзя']]);
    expect(run.counts).toEqual({ new: 1, changed: 1, unchanged: 0, faulty: 1 });
    expect(seen).toEqual(['Квас', 'Морс', 'Тан', 'Айран', 'Кефир']);
    const again = await runFile(
      server(),
      csvOf([
        ['Артикул', 'Название'],
        ['A-1', 'Нельзя'],
      ]),
    );
    expect(faultsOf(again)).toEqual([[2, 'Название', undefined, 'Так нельзя']]);
    expect(recordIn(await send('GET', `/products/${id}`))).toMatchObject({ name: 'Айран' });
  });
});
