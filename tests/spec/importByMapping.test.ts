import { expect, it } from 'vitest';
import { API_BASE } from '#contract/limits.ts';
import { products } from '#server/db/schema.ts';
import { startImport } from '#server/imports/importJob.ts';
import { previewImport } from '#server/imports/preview.ts';
import { countKnown } from '#server/table/columns.ts';
import { openTable } from '#server/table/openTable.ts';
import { callerOf, faultsOf, IMPORT, type RunWithLog, runFile } from '#tests/support/importing.ts';
import { mappingOf } from '#tests/support/mapped.ts';
import { describeOnBoth } from '#tests/support/server.ts';
import { csvOf, fileOf } from '#tests/support/tables.ts';

type Given = Parameters<typeof mappingOf>;

describeOnBoth('§1 An import by a mapping', server => {
  const rows = [
    ['Код', 'ШК', 'Имя'],
    ['A-1', '4600000000015', 'Квас новый'],
    ['A-2', '4600000000022', 'Морс'],
    ['', '4600000000039', 'Без кода'],
  ];
  const columns: Given[0] = { sku: 'Код', barcode: 'ШК', name: 'Имя' };

  const begin = async () => {
    const send = await server().as('admin');
    await send('POST', '/products', { name: 'Квас', sku: 'A-1', barcode: '4600000000008' });
    await send('POST', '/products', { name: 'Чужой', sku: 'A-9', barcode: '4600000000022' });
  };

  /** Previews and imports, which have to agree. */
  const run = async (more: Given[1]) => {
    const { user } = await server().signIn('content_manager');
    const source = {
      path: fileOf(csvOf(rows)),
      fileName: 'товары.csv',
      user: callerOf(user),
      mapping: mappingOf(columns, more),
    };
    const preview = await previewImport(server().deps, source, new AbortController().signal);
    const { done, run: begun } = await startImport(server().deps, source);
    await done;
    const send = await server().as('content_manager');
    const { result } = await send('GET', `${IMPORT}/runs/${begun.id}?limit=1000`);
    expect((result as RunWithLog).counts).toEqual(preview.counts);
    expect(faultsOf(result as RunWithLog)).toEqual(
      preview.faults.map(({ row, column, value, text }) => [row, column, value, text]),
    );
    return { counts: preview.counts, faults: preview.faults.map(({ row, text }) => [row, text]) };
  };
  const stored = async () =>
    (await server().db.select().from(products).orderBy(products.id)).map(({ name, sku, barcode }) => [
      name,
      sku,
      barcode,
    ]);

  it('[I706] the product is found by the identifiers of the mapping, in their order', async () => {
    await begin();
    expect(await run({ key: ['sku'] })).toEqual({
      counts: { new: 0, changed: 1, unchanged: 0, faulty: 2 },
      faults: [
        [3, 'Такое значение уже есть у другого товара'],
        [4, expect.stringContaining('товар не с чем сопоставить')],
      ],
    });
    expect(await stored()).toEqual([
      ['Квас новый', 'A-1', '4600000000015'],
      ['Чужой', 'A-9', '4600000000022'],
    ]);
    expect((await run({ key: ['barcode', 'sku'] })).counts).toEqual({ new: 1, changed: 1, unchanged: 1, faulty: 0 });
  });

  it('[I706] it creates and changes only what the mapping allows', async () => {
    await begin();
    expect(await run({ key: ['sku'], creates: false })).toMatchObject({
      counts: { new: 0, changed: 1, unchanged: 0, faulty: 2 },
      faults: [
        [3, expect.stringContaining('создавать новые по этой таблице не разрешено')],
        [4, expect.anything()],
      ],
    });
    const before = await stored();
    expect((await run({ key: ['barcode'], changes: false })).counts).toEqual({
      new: 1,
      changed: 0,
      unchanged: 2,
      faulty: 0,
    });
    expect((await stored()).slice(0, 2)).toEqual(before);
  });

  it('[I706] a mapping without a column of its key is refused, and so is a field given twice', async () => {
    await expect(run({ key: ['vitrina_number'] })).rejects.toMatchObject({ kind: 'noKey' });
    const { columns: both } = mappingOf(columns);
    await expect(run({ columns: [...both, ...both] })).rejects.toMatchObject({ kind: 'twiceColumn' });
  });

  it('[I24] [I707] skipped rows of a converted table are downloaded under our headings, and come back as they were read', async () => {
    const table = csvOf([
      ['Арт.', 'Номенклатура', 'Вес, г', 'РРЦ', 'Полное наименование'],
      ['A-5', 'Квас', '500', 'дорого', 'Квас хлебный'],
    ]);
    const { id, counts } = await runFile(server(), table);
    expect(counts).toMatchObject({ faulty: 1 });
    const { access } = await server().signIn('content_manager');
    const answer = await server().app.request(`${API_BASE}${IMPORT}/runs/${id}/failed`, {
      headers: { Authorization: `Bearer ${access}` },
    });
    const file = await openTable(fileOf(new Uint8Array(await answer.arrayBuffer())), countKnown);
    const skipped: unknown[][] = [];
    for await (const group of file.rows()) skipped.push(...group.map(({ cells }) => [...cells]));
    file.close();
    expect(skipped).toEqual([
      ['Артикул', 'Название', 'Вес, кг', 'Цена, RUB', 'Полное наименование (не импортировано)', 'Что исправить'],
      ['A-5', 'Квас', 0.5, 'дорого', 'Квас хлебный', 'РРЦ: Нужно число, например 1 234,5'],
    ]);
    const again = csvOf(skipped.map(row => row.map(String)));
    expect((await runFile(server(), again)).counts).toMatchObject({ new: 0, changed: 0, faulty: 1 });
    await runFile(server(), again.replace('дорого', '55'));
    expect(await server().db.select().from(products)).toMatchObject([
      { sku: 'A-5', name: 'Квас', weight: 0.5, price: 55 },
    ]);
  });
});
