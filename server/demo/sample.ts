import { computeCheckDigit } from '#contract/barcode.ts';
import { nomenclature } from '#i18n/ru/resources/nomenclature.ts';
import { sharedWords } from '#i18n/ru/words.ts';
import { type DemoData, type DemoProduct, generateDemoData } from './data.ts';
import { createRandom } from './random.ts';

export type SampleCell = string | number | Date | null;

/**
 * A typical supplier's table: new products, changed prices, unchanged rows, and a few errors, so that an import shows
 * every outcome.
 */
export interface Sample {
  columns: readonly { key: string; header: string; width: number; numFmt?: string }[];
  rows: Record<string, SampleCell>[];
  /** Expected result of importing it into the fresh demo, against which tests compare. */
  counts: { new: number; changed: number; unchanged: number; faulty: number };
}

const SEED = 300;
const CHANGED_COUNT = 160;
const UNCHANGED_COUNT = 68;

const columnLabels = nomenclature.fields;
/** The note is an unknown column, to show that the import logs and skips such columns. */
const columns = [
  { key: 'barcode', header: columnLabels.barcode, width: 16, numFmt: '@' },
  { key: 'name', header: columnLabels.name, width: 62 },
  { key: 'brand', header: columnLabels.brand_id, width: 24 },
  { key: 'unit', header: columnLabels.unit_id, width: 20 },
  { key: 'weight', header: columnLabels.weight, width: 10, numFmt: '0.000' },
  { key: 'price', header: 'Цена', width: 12, numFmt: '# ##0.00' },
  { key: 'note', header: 'Комментарий поставщика', width: 26 },
  { key: 'sku', header: columnLabels.sku, width: 12 },
  { key: 'on_sale_from', header: columnLabels.on_sale_from, width: 14, numFmt: 'dd.mm.yyyy' },
  { key: 'status', header: columnLabels.status, width: 12 },
] as const;

type SampleRow = Record<(typeof columns)[number]['key'], SampleCell>;

export const buildSampleTable = (data: DemoData = generateDemoData()): Sample => {
  const random = createRandom(SEED);
  const knownProducts = random.shuffle(data.products.filter(({ barcode, price }) => barcode && price));
  const newRows = data.novelties.map(product => ({ ...toRow(product), note: 'новинка' }));
  const changedRows = knownProducts.slice(0, CHANGED_COUNT).map(toChangedRow);
  const unchangedRows = knownProducts.slice(CHANGED_COUNT, CHANGED_COUNT + UNCHANGED_COUNT).map(toRow);
  const faultyRows = buildFaultyRows(knownProducts.slice(CHANGED_COUNT + UNCHANGED_COUNT).map(toRow));
  const rows: SampleRow[] = random.shuffle([...newRows, ...changedRows, ...unchangedRows, ...faultyRows]);
  rows.push({ ...(unchangedRows[0] as SampleRow), note: 'повтор' });
  return {
    columns,
    rows: rows.map((row, index) => (index % 9 === 4 ? { ...row, price: toPriceText(row.price) } : row)),
    counts: {
      new: newRows.length,
      changed: changedRows.length,
      unchanged: unchangedRows.length,
      faulty: faultyRows.length + 1,
    },
  };
};

const toRow = (product: DemoProduct): SampleRow => ({
  barcode: product.barcode,
  name: product.name,
  brand: product.brand,
  unit: product.unit,
  weight: product.weight,
  price: product.price ?? null,
  note: null,
  sku: product.sku,
  on_sale_from: product.on_sale_from && new Date(product.on_sale_from),
  status: sharedWords[product.status],
});

const toChangedRow = (product: DemoProduct): SampleRow => {
  const isSoldByPiece = product.weight !== null && !/\d/.test(product.name);
  return isSoldByPiece
    ? { ...toRow(product), weight: Math.round(Number(product.weight) * 1000 + 5) / 1000, note: 'новый вес' }
    : { ...toRow(product), price: raisePrice(Number(product.price)), note: 'новая цена' };
};

const raisePrice = (price: number): number =>
  Number.isInteger(price) ? Math.ceil((price * 1.07) / 10) * 10 : Math.floor(price * 1.07 + 1) - 0.1;

const buildFaultyRows = (rows: SampleRow[]): SampleRow[] => {
  const corruptions: ((row: SampleRow, next: SampleRow) => Partial<SampleRow>)[] = [
    ({ barcode }) => ({ barcode: replaceCheckDigit(String(barcode)) }),
    () => ({ weight: -0.25 }),
    () => ({ weight: 0.12345 }),
    () => ({ brand: 'Лавка через дорогу' }),
    () => ({ unit: 'бочка' }),
    () => ({ price: 'по запросу' }),
    () => ({ status: 'в работе' }),
    () => ({ on_sale_from: '31.02.2027' }),
    () => ({ barcode: null, sku: null }),
    () => ({ barcode: appendCheckDigit('469999999999'), sku: 'NEW-0900', name: null }),
    (_, next) => ({ sku: next.sku }),
  ];
  return corruptions.map((corrupt, index) => {
    const [row, next] = [rows[index * 2] as SampleRow, rows[index * 2 + 1] as SampleRow];
    return { ...row, ...corrupt(row, next), note: 'проверить' };
  });
};

const appendCheckDigit = (digits: string): string => `${digits}${computeCheckDigit(digits)}`;
const replaceCheckDigit = (barcode: string): string => `${barcode.slice(0, -1)}${(Number(barcode.at(-1)) + 1) % 10}`;

/** A price typed as text: «1 490,00 ₽». The import must cope with such prices. */
const toPriceText = (price: SampleCell): SampleCell =>
  typeof price === 'number'
    ? `${price.toLocaleString('ru', { minimumFractionDigits: 2, maximumFractionDigits: 2 })} ₽`
    : price;
