import { csvOf, workbookOf } from './tables.ts';

type Value = string | number | boolean | Date | null;

export const BRAND = 'Тёплый угол';
/** Products that must exist: the table damages the code of one and claims its barcode for the other. */
export const KNOWN = [
  { name: 'Прежний', sku: '0077', barcode: '4600000000008' },
  { name: 'Чужой', sku: 'ZB-1', barcode: '4600000000015' },
] as const;
export const ROWS = 10_000;

const header = ['Артикул', 'Штрихкод', 'Название', 'Бренд', 'Вес, кг', 'Цена, RUB', 'Весовой', 'В продаже с'];
const good = (row: number): Value[] => [`ZA-${row}`, null, `Товар ${row}`, BRAND, 0.5, 10.5, 'да', '31.12.2026'];

/** The damaged rows: how each is damaged, the column where the fault must be found, and part of the reason. */
export const damaged: readonly [row: number, damage: (row: Value[]) => Value[], column: string, reason: string][] = [
  [100, row => row.with(1, '4,6E+12'), 'Штрихкод', 'сократил'],
  [900, row => row.with(0, '77'), 'Артикул', 'было «0077»'],
  [1700, row => row.with(1, '46ОО000000008'), 'Штрихкод', 'буква «О»'],
  [2500, row => row.with(5, '1,234'), 'Цена, RUB', 'Запятая'],
  [3300, row => row.with(4, new Date('2026-05-01')), 'Вес, кг', 'за дату'],
  [4100, row => [...row.slice(0, 4), null, ...row.slice(4)], 'Весовой', 'вправо'],
  [4900, row => row.toSpliced(3, 1), 'Бренд', 'влево'],
  [5700, row => row.with(4, null).with(3, '0,5'), 'Бренд', '«Вес, кг»'],
  [6500, row => row.with(0, 'ZA-101'), 'Артикул', 'уже было в строке 101'],
  [7300, row => row.with(0, 'ZB-1').with(1, '4600000000008'), 'Артикул', 'у другого товара'],
  [8100, row => row.with(3, '#N/A'), 'Бренд', 'ошибка формулы'],
  [9900, row => row.with(7, '31 февраля'), 'В продаже с', 'Нужна дата'],
];

const rowsOfTwelveFaults = (): Value[][] => {
  const rows = Array.from({ length: ROWS }, (_, at) => good(at + 2));
  for (const [row, damage] of damaged) rows[row - 2] = damage(good(row));
  return [header, ...rows];
};

export const tableOfTwelveFaults = (): Promise<Uint8Array> => workbookOf(rowsOfTwelveFaults());

/** The same rows as a Russian spreadsheet exports them to text: each row padded to the width of the widest. */
export const csvOfTwelveFaults = (): string => {
  const rows = rowsOfTwelveFaults();
  const width = Math.max(...rows.map(({ length }) => length));
  return csvOf(rows.map(row => Array.from({ length: width }, (_, at) => asText(row[at] ?? null))));
};

const asText = (value: Value): string => {
  if (value instanceof Date) return value.toISOString().slice(0, 10).split('-').toReversed().join('.');
  return typeof value === 'number' ? String(value).replace('.', ',') : String(value ?? '');
};
