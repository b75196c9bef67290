import { expect, it } from 'vitest';
import { applyMapping } from '#server/table/applyMapping.ts';
import { importableFields } from '#server/table/importable.ts';
import { mappingOf, tableOf } from '#tests/support/mapped.ts';

it('[I702] [I700] headings of sections and totals are counted exactly, in each pass anew', async () => {
  const table = tableOf(
    ['Артикул', 'Название', 'Цена'],
    ['Росток'],
    ['A-1', 'Квас', 10],
    [null, 'Итого', 10],
    ['Тёплый угол'],
    ['A-2', 'Морс', 11],
    ['A-3', 'Сбитень', 12],
    ['Зелёный луг'],
    [null, 'Итого', 33],
  );
  const mapping = mappingOf({ sku: 'Артикул', name: 'Название', price: 'Цена' }, { sections: { field: 'brand_id' } });
  const { rows, ignoredRows: leftOut } = await applyMapping(table, mapping, importableFields);
  for (const pass of [1, 2]) {
    let products = 0;
    for await (const group of rows()) products += group.length;
    expect([pass, products, leftOut()]).toEqual([pass, 3, { sections: 3, totals: 2 }]);
  }
});
