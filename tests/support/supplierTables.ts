import { writeOds } from 'hucre/ods';
import { writeXlsx } from 'hucre/xlsx';
import { csvOf, workbookOf } from './tables.ts';

type Row = (string | number | null)[];

/** A supplier's table, and the products that it describes. */
export interface SupplierTable {
  title: string;
  fileName: string;
  bytes: () => Promise<Uint8Array> | Uint8Array;
  products: readonly Record<string, unknown>[];
}

const codes = ['4600000000008', '4600000000015', '4600000000022', '4600000000039'] as const;
const names = ['Квас хлебный', 'Морс ягодный', 'Печенье овсяное', 'Зефир ванильный'] as const;
const articles = ['НП-001', 'НП-002', 'СЛ-001', 'СЛ-002'] as const;
const pieces = [12, 12, 6, 24] as const;

/** One row for each of the four goods. */
const rowsOf = (cells: (at: 0 | 1 | 2 | 3) => Row): Row[] => ([0, 1, 2, 3] as const).map(cells);
const productsOf = (values: (at: 0 | 1 | 2 | 3) => Record<string, unknown>) => ([0, 1, 2, 3] as const).map(values);

const sheetsOf = (...sheets: { name: string; rows: Row[] }[]): Promise<Uint8Array> => writeXlsx({ sheets });

export const supplierTables: readonly SupplierTable[] = [
  {
    title: 'a letterhead above the header',
    fileName: 'прайс.xlsx',
    bytes: () =>
      workbookOf([
        ['ООО «Ромашка»', null, 'Прайс-лист от 24.11.2026'],
        ['Тел. +7 900 123-45-67'],
        [],
        ['№', 'Артикул', 'Наименование', 'Цена, руб.', 'Остаток'],
        ...rowsOf(at => [at + 1, articles[at], names[at], 100.5 + at, pieces[at]]),
      ]),
    products: productsOf(at => ({ sku: articles[at], name: names[at], price: 100.5 + at })),
  },
  {
    title: 'a header of two rows',
    fileName: 'две строки.xlsx',
    bytes: () =>
      workbookOf([
        ['Код', 'Товар', null, 'Цена', null],
        [null, 'Наименование', 'Ед.', 'Опт', 'Розница'],
        ...rowsOf(at => [articles[at], names[at], 'шт.', 80 + at, 100 + at]),
      ]),
    products: productsOf(at => ({ sku: articles[at], name: names[at], price: 100 + at, unit_id: 1 })),
  },
  {
    title: 'headings of sections between the rows',
    fileName: 'разделы.xlsx',
    bytes: () =>
      workbookOf([
        ['Код товара', 'Наименование', 'Цена'],
        ['Напитки'],
        ...rowsOf(at => [articles[at], names[at], 10 + at]).slice(0, 2),
        [null, 'Сладости'],
        ...rowsOf(at => [articles[at], names[at], 10 + at]).slice(2),
      ]),
    products: productsOf(at => ({ sku: articles[at], name: names[at], price: 10 + at })),
  },
  {
    title: 'an export of 1C with amounts as text',
    fileName: '1С.csv',
    bytes: () =>
      Buffer.from(
        csvOf([
          ['Номенклатура', 'Штрих-код', 'Розничная цена', 'Ед. изм.'],
          ...rowsOf(at => [names[at], codes[at], `1 290,${at}0 ₽`, 'шт']).map(row => row.map(String)),
        ]),
      ),
    products: productsOf(at => ({ name: names[at], barcode: codes[at], price: Number(`1290.${at}`), unit_id: 1 })),
  },
  {
    title: '«Код» that holds barcodes beside a column of pieces',
    fileName: 'коды.xlsx',
    bytes: () =>
      workbookOf([
        ['Код', 'Полное наименование', 'РРЦ', 'Шт.'],
        ...rowsOf(at => [codes[at], names[at], 55 + at, pieces[at]]),
      ]),
    products: productsOf(at => ({ barcode: codes[at], name: names[at], price: 55 + at })),
  },
  {
    title: 'weights and units as text',
    fileName: 'вес.xlsx',
    bytes: () =>
      workbookOf([
        ['ШК', 'Товар', 'Вес', 'Ед.', 'Цена с НДС, руб.'],
        ...rowsOf(at => [codes[at], names[at], at % 2 ? '500 г' : '0,5 кг', 'ШТ.', '99,90 руб.']),
      ]),
    products: productsOf(at => ({ barcode: codes[at], name: names[at], weight: 0.5, unit_id: 1, price: 99.9 })),
  },
  {
    title: 'English headings and grams',
    fileName: 'price list.csv',
    bytes: () =>
      Buffer.from(
        csvOf(
          [
            ['EAN', 'Product name', 'Net weight (g)', 'UoM', 'Retail price, RUB'],
            ...rowsOf(at => [codes[at], names[at], 250 * (at + 1), 'pcs', '12.50']).map(row => row.map(String)),
          ],
          ',',
        ),
      ),
    products: productsOf(at => ({
      barcode: codes[at],
      name: names[at],
      weight: (250 * (at + 1)) / 1000,
      unit_id: 1,
      price: 12.5,
    })),
  },
  {
    title: 'tabs in UTF-16 below a letterhead',
    fileName: 'выгрузка.txt',
    bytes: () =>
      Buffer.from(
        `\ufeff${csvOf(
          [
            ['Остатки и цены на 24.11.2026'],
            [],
            ['Артикул поставщика', 'Наименование товара', 'Торговая марка', 'Цена розничная'],
            ...rowsOf(at => [articles[at], names[at], 'Росток', `${10 + at},50`]).map(row => row.map(String)),
          ],
          '\t',
        )}`,
        'utf16le',
      ),
    products: productsOf(at => ({ sku: articles[at], name: names[at], brand_id: 1, price: 10.5 + at })),
  },
  {
    title: 'a total at the end',
    fileName: 'итог.csv',
    bytes: () =>
      Buffer.from(
        csvOf([
          ['GTIN', 'Номенклатура', 'Кол-во', 'Цена за шт.'],
          ...rowsOf(at => [codes[at], names[at], pieces[at], '7,25']).map(row => row.map(String)),
          ['', '', '', ''],
          ['', 'Итого:', '54', ''],
          ['Всего наименований 4, на сумму 391,50', '', '', ''],
        ]),
      ),
    products: productsOf(at => ({ barcode: codes[at], name: names[at], price: 7.25 })),
  },
  {
    title: 'several sheets behind a cover',
    fileName: 'каталог.xlsx',
    bytes: () =>
      sheetsOf(
        { name: 'Условия', rows: [['Условия поставки'], ['Отгрузка со склада', 'Ежедневно']] },
        {
          name: 'Прайс',
          rows: [['Штрих код товара', 'Продукция', 'МРЦ'], ...rowsOf(at => [codes[at], names[at], 42 + at])],
        },
        { name: 'Контакты', rows: [['Москва']] },
      ),
    products: productsOf(at => ({ barcode: codes[at], name: names[at], price: 42 + at })),
  },
  {
    title: 'an .ods',
    fileName: 'таблица.ods',
    bytes: () =>
      writeOds({
        sheets: [
          {
            name: 'Лист1',
            rows: [
              ['Прайс'],
              [],
              ['Арт.', 'Наименование', 'Розница'],
              ...rowsOf(at => [articles[at], names[at], 5.5 + at]),
            ],
          },
        ],
      }),
    products: productsOf(at => ({ sku: articles[at], name: names[at], price: 5.5 + at })),
  },
];
