import { describe, expect, it } from 'vitest';
import type { Field } from '#contract/fields.ts';
import { records } from '#contract/records.ts';
import { getStoredKind } from '#server/records/getStoredKind.ts';
import { inspectTable } from '#server/table/batches.ts';
import { readColumns } from '#server/table/columns.ts';
import { importableFields, importedResource } from '#server/table/importable.ts';
import { splitPath, splitValues } from '#server/table/multiValue.ts';
import type { Lookups } from '#server/table/parseResult.ts';
import { createRowReader } from '#server/table/reader.ts';
import { TableRefusal } from '#server/table/refusal.ts';
import type { Cell } from '#server/table/row.ts';
import { mappedAsProposed, tableOf } from '#tests/support/mapped.ts';

const lookups: Lookups = {
  brand: new Map([
    ['простоквашино', 1],
    ['prst', 1],
    ['зеленый луг', 2],
    ['двойной', 0],
  ]),
  unit: new Map([['шт', 5]]),
};
const columnsOf = (...cells: Cell[]) => readColumns({ row: 1, cells });
const fieldsOf = (...cells: Cell[]) => columnsOf(...cells).map(({ field }) => field);
const refusalOf = (...cells: Cell[]) => {
  try {
    return columnsOf(...cells);
  } catch (error) {
    if (error instanceof TableRefusal) return [error.kind, error.values];
    throw error;
  }
};

/** Reads one cell below a header; the article beside it makes the row a product. */
const readCell = (header: string, cell: Cell) => {
  const read = createRowReader(columnsOf(header, 'Артикул'), lookups)({ row: 2, cells: [cell, 'A-1'] });
  if ('faults' in read) return read.faults[0]?.text;
  const { sku, ...values } = read.values;
  expect(sku).toBe('A-1');
  return Object.values(values)[0];
};

describe('§1 Import of nomenclature: columns', () => {
  it('[I2] columns are recognised by Russian header, English header or field name, in any order', () => {
    expect(fieldsOf('Цена, RUB', 'barcode', 'Name', 'brand_id')).toEqual(['price', 'barcode', 'name', 'brand_id']);
  });

  it('[I2] case, spaces, ё and the unit after the name do not matter', () => {
    expect(fieldsOf(' ШТРИХКОД ', 'вес', 'цена', 'единица\u00a0измерения', 'в  продаже с')).toEqual([
      'barcode',
      'weight',
      'price',
      'unit_id',
      'on_sale_from',
    ]);
  });

  it('[L15] every field that fits a cell has a column; links to records have none', () => {
    const declared = Object.entries<Field>(records[importedResource].fields);
    const columns = [...importableFields.keys()];
    const fitting = declared.filter(([, field]) => {
      const { parse, parts } = getStoredKind(field);
      return parse && !parts && !field.readOnly;
    });
    expect(columns).toEqual(fitting.map(([name]) => name));
    const known = ['name', 'sku', 'barcode', 'status', 'brand_id', 'weight', 'price', 'by_weight', 'on_sale_from'];
    expect(columns).toEqual(expect.arrayContaining(known));
    for (const name of ['model_ids', 'picture', 'attributes', 'prices']) expect(columns).not.toContain(name);
  });

  it('[L16] a reference is a column under its own name as well', () => {
    expect(fieldsOf('Артикул', 'brand', 'Unit')).toEqual(['sku', 'brand_id', 'unit_id']);
  });

  it('[I2] an abbreviated header matches the only label that starts with its words', () => {
    expect(fieldsOf('Арт.', 'Ед. изм.', 'В прод. с')).toEqual(['sku', 'unit_id', 'on_sale_from']);
    expect(fieldsOf('Артикул', 'В.', 'С. т.')).toEqual(['sku', null, null]);
  });

  it('[I2] an unknown column is reported, and an empty header is ignored', () => {
    expect(columnsOf('Артикул', null, 'Полка')).toEqual([
      { index: 0, header: 'Артикул', field: 'sku' },
      { index: 2, header: 'Полка', field: null },
    ]);
  });

  it('[I17] a table without a known column or without a key is refused', () => {
    expect(refusalOf('Полка', 'Ряд')).toEqual(['noColumns', {}]);
    expect(refusalOf('Название', 'Цена')).toEqual(['noKey', { first: 'Штрихкод', second: 'Артикул' }]);
  });

  it('[I17] a duplicate column is refused', () => {
    expect(refusalOf('Артикул', 'Цена', 'Цена, RUB')).toEqual([
      'twiceColumn',
      { label: 'Цена, RUB', first: 'Цена', second: 'Цена, RUB' },
    ]);
  });
});

describe('§1 Import of nomenclature: a heading that abbreviates the key', () => {
  const inspected = async (...rows: Cell[][]) => {
    const { columns } = await inspectTable(await mappedAsProposed(tableOf(...rows)), importableFields, {});
    return columns.map(({ field }) => field);
  };

  it.each<[string, Cell[]]>([
    ['pieces', [12, 6, 24]],
    ['pieces that might be codes of the shop', ['1000', '2500', '12000']],
    ['the same number again and again', ['4600000000015', '4600000000015', '4600000000015']],
    ['nothing', [null, null, null]],
  ])('[B331] [I2] «Шт.» above %s is no barcode', async (_, values) => {
    const rows = values.map((value, at) => [`A-${at}`, value]);
    expect(await inspected(['Артикул', 'Шт.'], ...rows)).toEqual(['sku', null]);
  });

  it('[B331] a header that abbreviates a key is accepted if the values look like such keys', async () => {
    const barcodes = ['4600000000015', 4600000000022, '46000000 0003 9', 'нет'];
    expect(await inspected(['Название', 'Штрихк.'], ...barcodes.map(code => ['Квас', code]))).toEqual([
      'name',
      'barcode',
    ]);
    expect(await inspected(['Арт.', 'Название'], ['A-1', 'Квас'], ['A-2', 'Морс'])).toEqual(['sku', 'name']);
    expect(await inspected(['Арт.', 'Штрихкод'], [1, '4600000000015'], [1, '4600000000022'])).toEqual([
      null,
      'barcode',
    ]);
  });

  it('[B331] a table with no other key is refused if they do not, and a full header takes precedence', async () => {
    await expect(inspected(['Название', 'Шт.'], ['Квас', 12])).rejects.toMatchObject({ kind: 'noKey' });
    const row = ['4600000000015', '4600000000022'];
    expect(await inspected(['Шт.', 'Штрихкод'], row)).toEqual([null, 'barcode']);
  });
});

describe('§1 Import of nomenclature: cells', () => {
  it.each<[string, Cell, unknown]>([
    ['Цена', '1 234,50', 1234.5],
    ['Цена', '1\u00a0234,5 ₽', 1234.5],
    ['Цена', '12.30 руб.', 12.3],
    ['Цена', '1.234,56', 1234.56],
    ['Цена', '1,234.56', 1234.56],
    ['Цена', 99, 99],
    ['Вес', '0,125 кг', 0.125],
    ['Вес', 0.1 + 0.2, 0.3],
    ['Весовой', 'Да', true],
    ['Весовой', 'нет', false],
    ['Весовой', 1, true],
    ['Весовой', false, false],
    ['В продаже с', '08.03.2026', '2026-03-08'],
    ['В продаже с', '8.3.2026 г.', '2026-03-08'],
    ['В продаже с', '2026-03-08', '2026-03-08'],
    ['В продаже с', '08.03.2026 0:00:00', '2026-03-08'],
    ['В продаже с', { day: '2026-03-08' }, '2026-03-08'],
    ['Статус', 'АКТИВЕН', 'active'],
    ['Статус', 'Archived', 'archived'],
    ['Статус', 'draft', 'draft'],
    ['Бренд', ' зелёный  Луг ', 2],
    ['Бренд', 'PRST', 1],
    ['Единица измерения', 'ШТ', 5],
    ['Штрихкод', 4600000000008, '4600000000008'],
    ['Штрихкод', '46 00000 000008', '4600000000008'],
    ['Название', 42, '42'],
    ['Название', 'Чай\r\n«Ёж»\u0000', 'Чай «Ёж»'],
    ['Название', { day: '2026-03-08' }, '08.03.2026'],
    ['Описание', 'Первая\r\nвторая', 'Первая\nвторая'],
  ])('[I18] under «%s» %j is read as %j', (header, cell, expected) => {
    expect(readCell(header, cell)).toEqual(expected);
  });

  it.each<[string, Cell, string]>([
    ['Цена', 'дорого', 'Нужно число, например 1 234,5'],
    ['Цена', '-5', 'Не меньше 0'],
    ['Цена', '1,2345', 'Не больше двух знаков после запятой'],
    ['Цена', '1.2.3', 'Нужно число, например 1 234,5'],
    ['Весовой', 'может быть', 'Нужно «да» или «нет»'],
    ['В продаже с', '31.02.2026', 'Такой даты нет'],
    ['В продаже с', 45000, 'Нужна дата, например 31.12.2026'],
    ['Статус', 'Продан', 'Нет такого статуса; есть: Черновик, Активен, В архиве'],
    ['Бренд', 'Незнакомый', 'В справочнике «Бренды» нет такого значения: добавьте его или исправьте строку'],
    ['Бренд', 'Двойной', 'В справочнике «Бренды» несколько таких значений: укажите код'],
    ['Штрихкод', '4600000000001', 'Контрольная цифра не сходится, проверьте штрихкод'],
    ['Штрихкод', 'ABC123', 'В штрихкоде могут быть только цифры'],
    ['Штрихкод', 4.5, 'Нужно целое число из цифр'],
    ...['01.фев', '12.05.2026', '2026-05-12', 'Feb-26', { day: '2026-05-12' }].flatMap(cell =>
      ['Цена', 'Вес', 'Штрихкод'].map((header): [string, Cell, string] => [
        header,
        cell,
        'Excel принял число за дату. Сделайте столбец текстовым и введите значение заново',
      ]),
    ),
    [
      'Штрихкод',
      '4,60012E+12',
      'Excel сократил число, часть цифр потеряна. Сделайте столбец текстовым и введите код заново',
    ],
    [
      'Название',
      '4.60012E+12',
      'Excel сократил число, часть цифр потеряна. Сделайте столбец текстовым и введите код заново',
    ],
    ['Название', 'я'.repeat(256), 'Не длиннее 255 знаков'],
    ['Цена', { error: '#DIV/0!' }, 'В ячейке ошибка формулы'],
    ['Название', '#Н/Д', 'В ячейке ошибка формулы'],
    [
      'Цена',
      { error: '=' },
      'У формулы нет сохранённого значения: откройте файл в табличной программе и сохраните заново',
    ],
  ])('[I5] under «%s» %j is a fault: %s', (header, cell, reason) => {
    expect(readCell(header, cell)).toBe(reason);
  });

  it('[I5] a fault contains row, original header, value and reason, and all faults of a row are reported', () => {
    const read = createRowReader(columnsOf('артикул', 'ЦЕНА', 'Весовой'), lookups);
    expect(read({ row: 7, cells: ['A', 'x', 'y'] })).toEqual({
      faults: [
        { row: 7, column: 'ЦЕНА', value: 'x', text: 'Нужно число, например 1 234,5' },
        { row: 7, column: 'Весовой', value: 'y', text: 'Нужно «да» или «нет»' },
      ],
    });
  });

  it('[I5] a row with more values than columns is faulty, because its values are shifted', () => {
    const read = createRowReader(columnsOf('Артикул', 'Цена'), lookups);
    expect(read({ row: 2, cells: ['A', '12', '50'], isOverfull: true })).toEqual({
      faults: [{ row: 2, text: expect.stringContaining('Значений больше, чем столбцов') }],
    });
  });

  it('[I3] a row with neither barcode nor sku is faulty, because it cannot be matched', () => {
    const read = createRowReader(columnsOf('Название', 'Артикул'), lookups);
    expect(read({ row: 2, cells: ['Чай', ' '] })).toEqual({
      faults: [{ row: 2, text: 'Нет ни номера, ни штрихкода, ни артикула: товар не с чем сопоставить' }],
    });
  });

  it('[I5] a second row with the same key is faulty, and a faulty row does not reserve its key', () => {
    const read = createRowReader(columnsOf('Артикул', 'Штрихкод', 'Цена'), lookups);
    expect(read({ row: 2, cells: ['A', '4600', 'x'] })).toHaveProperty('faults');
    expect(read({ row: 3, cells: ['A', '4600', '1'] })).toEqual({ values: { sku: 'A', barcode: '4600', price: 1 } });
    expect(read({ row: 4, cells: ['B', 4600, '1'] })).toEqual({
      faults: [{ row: 4, column: 'Штрихкод', value: '4600', text: 'Такое значение уже было в строке 3' }],
    });
  });

  it('[I5] keys that differ only by spaces or kind are the same, by case are not, and each further row is faulty', () => {
    const read = createRowReader(columnsOf('Артикул', 'Штрихкод'), lookups);
    expect(read({ row: 2, cells: ['Ab-1', '4600'] })).toHaveProperty('values');
    expect(read({ row: 3, cells: [' Ab-1 ', '4601'] })).toMatchObject({ faults: [{ row: 3, column: 'Артикул' }] });
    expect(read({ row: 4, cells: ['Ab-2', ' 4600\u00a0'] })).toMatchObject({
      faults: [{ row: 4, column: 'Штрихкод' }],
    });
    expect(read({ row: 5, cells: ['Ab-3', 4600] })).toMatchObject({ faults: [{ row: 5, column: 'Штрихкод' }] });
    expect(read({ row: 6, cells: ['AB-1', '4602'] })).toHaveProperty('values');
  });

  it('[B6] an empty cell leaves the field unchanged', () => {
    const read = createRowReader(columnsOf('Артикул', 'Цена', 'Описание'), lookups);
    expect(read({ row: 2, cells: ['A', null, '  '] })).toEqual({ values: { sku: 'A' } });
  });
});

describe('§1 Import of nomenclature: cells of great length', () => {
  const LENGTH = 2 ** 18;

  // Whatever takes the square of a cell's length would not end within the time of a test.
  it.each([' ', '"', '" ', '\n ', '1 ', ';"', '1,', "'", '\t'])('[B17] are read when they consist of %j', part => {
    const cell = `a${part.repeat(LENGTH / part.length)}b`;
    const names = [...importableFields.keys()];
    const read = createRowReader(columnsOf(...names), lookups)({ row: 2, cells: names.map(() => cell) });
    expect(read).toHaveProperty('faults');
    for (const parts of [splitValues(cell), splitPath(cell)]) {
      expect(parts.at(0)?.at(0)).toBe('a');
      expect(parts.at(-1)?.at(-1)).toBe('b');
    }
  });
});
