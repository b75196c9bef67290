import { expect, it } from 'vitest';
import { faultsOf, runFile } from '#tests/support/importing.ts';
import { recordIn } from '#tests/support/samples.ts';
import { describeOnBoth } from '#tests/support/server.ts';
import { csvOf } from '#tests/support/tables.ts';

const TAKEN = { barcode: ['Такое значение уже есть'] };

describeOnBoth('§9 One GTIN in several lengths', server => {
  it('[I941] is refused for a second product, which names the first', async () => {
    const send = await server().as('admin');
    const { id } = recordIn(await send('POST', '/products', { name: 'Квас', barcode: '4600000000008' }));
    const { id: juice } = recordIn(await send('POST', '/products', { name: 'Морс', barcode: '042100005264' }));
    for (const barcode of ['4600000000008', '04600000000008'])
      expect((await send('POST', '/products', { name: 'Он же', barcode })).errors).toEqual(TAKEN);
    for (const barcode of ['0042100005264', '00042100005264'])
      expect((await send('POST', '/products', { name: 'Он же', barcode })).errors).toEqual(TAKEN);
    expect((await send('PUT', `/products/${juice}`, { barcode: '04600000000008' })).errors).toEqual(TAKEN);
    const duplicate = async (value: string) =>
      (await send('GET', `/products/duplicate?field=barcode&value=${value}`)).result;
    expect(await duplicate('04600000000008')).toEqual({ id, name: 'Квас' });
    expect(await duplicate('0042100005264')).toEqual({ id: juice, name: 'Морс' });
    expect((await send('PUT', `/products/${id}`, { barcode: '04600000000008' })).status).toBe(200);
    for (const barcode of ['00123', '000123'])
      expect((await send('POST', '/products', { name: 'Свой код', barcode })).status).toBe(200);
  });

  it('[I941] is refused in a table whose other key belongs to another product', async () => {
    const send = await server().as('admin');
    await send('POST', '/products', { name: 'Квас', sku: 'A-1', barcode: '4600000000008' });
    await send('POST', '/products', { name: 'Морс', sku: 'A-2' });
    const run = await runFile(
      server(),
      csvOf([
        ['Артикул', 'Штрихкод'],
        ['A-2', '04600000000008'],
      ]),
    );
    expect(faultsOf(run)).toEqual([[2, 'Артикул', 'A-2', 'Такое значение уже есть у другого товара']]);
  });
});
