import { expect, it } from 'vitest';
import type { ImportPreview } from '#contract/importing.ts';
import { faultsOf, formOf, IMPORT, runFile } from '#tests/support/importing.ts';
import { describeOnBoth } from '#tests/support/server.ts';
import { csvOf } from '#tests/support/tables.ts';

const REFUSED = { barcode: ['Контрольная цифра не сходится, проверьте штрихкод'] };

describeOnBoth('§9 Barcodes of a shop’s own', server => {
  const begin = async () => {
    const send = await server().as('admin');
    const refusal = async (barcode: string) => (await send('POST', '/products', { name: 'Сыр', barcode })).errors;
    return { send, refusal };
  };

  it('[I940] 13 and 14 digits without a check digit are let in by a prefix that the settings name, and none is at first', async () => {
    const { send, refusal } = await begin();
    expect(await refusal('2000000000001')).toEqual(REFUSED);
    await send('POST', '/barcode', { prefix: '2', name: 'Весовой товар' });
    for (const own of ['2000000000001', '20000000000012']) expect([own, await refusal(own)]).toEqual([own, undefined]);
    expect(await refusal('4600000000009')).toEqual(REFUSED);
    expect(await refusal('200000000001')).toEqual(REFUSED);
    expect(await refusal('20000001')).toEqual(REFUSED);
    expect((await send('PUT', '/products/1', { barcode: '2000000000002' })).status).toBe(200);
    expect((await send('PUT', '/products/1', { barcode: '4600000000009' })).errors).toEqual(REFUSED);
    expect((await send('POST', '/barcode', { prefix: '2x', name: 'Опечатка' })).errors).toEqual({
      prefix: ['Здесь могут быть только цифры'],
    });
  });

  it('[I954] one that is refused is reported together with the other errors of its product', async () => {
    const { send } = await begin();
    const faulty = { name: '', barcode: '2000000000001', weight: 'много' };
    const errors = expect.objectContaining({ ...REFUSED, name: [expect.any(String)], weight: [expect.any(String)] });
    expect((await send('POST', '/products', faulty)).errors).toEqual(errors);
    await send('POST', '/products', { name: 'Сыр' });
    expect((await send('PUT', '/products/1', faulty)).errors).toEqual(errors);
    await send('POST', '/barcode', { prefix: '2', name: 'Весовой товар' });
    const { errors: left } = await send('POST', '/products', faulty);
    expect(Object.keys(left ?? {}).toSorted()).toEqual(['name', 'weight']);
  });

  it('[I940] a table and its preview agree with a save', async () => {
    const { send } = await begin();
    const table = csvOf([
      ['Штрихкод', 'Название'],
      ['2000000000001', 'Сыр'],
      ['4600000000009', 'Чай'],
    ]);
    const faults = async () => {
      const { result } = await send('POST', `${IMPORT}/preview`, formOf(['table', table]));
      return (result as ImportPreview).faults.map(({ row, value }) => [row, value]);
    };
    expect(await faults()).toEqual([
      [2, '2000000000001'],
      [3, '4600000000009'],
    ]);
    await send('POST', '/barcode', { prefix: '20', name: 'Весовой товар' });
    expect(await faults()).toEqual([[3, '4600000000009']]);
    const run = await runFile(server(), table);
    expect(run.counts).toMatchObject({ new: 1, faulty: 1 });
    expect(faultsOf(run)).toEqual([[3, 'Штрихкод', '4600000000009', REFUSED.barcode[0]]]);
  });

  it('[I940] a stored code stays readable and its product editable when its prefix is removed', async () => {
    const { send, refusal } = await begin();
    await send('POST', '/barcode', { prefix: '2', name: 'Весовой товар' });
    await refusal('2000000000001');
    await send('DELETE', '/barcode/1');
    expect((await send('GET', '/products/1')).result).toMatchObject({ barcode: '2000000000001' });
    expect((await send('PUT', '/products/1', { name: 'Сыр весовой' })).status).toBe(200);
    expect(await refusal('2000000000002')).toEqual(REFUSED);
  });
});
