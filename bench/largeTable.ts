import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { type CellValue, writeXlsxStream } from 'hucre/xlsx';
import { computeCheckDigit } from '#contract/barcode.ts';
import { nomenclature } from '#i18n/ru/resources/nomenclature.ts';
import { sharedWords } from '#i18n/ru/words.ts';
import { generateDemoData } from '#server/demo/data.ts';

const labels = nomenclature.fields;
const header = [
  labels.barcode,
  labels.name,
  labels.brand_id,
  labels.unit_id,
  labels.weight,
  labels.price,
  labels.sku,
  labels.status,
];

/** The products are all new, because that is the most work for an import. */
export const writeLargeTable = async (path: string, count: number): Promise<void> => {
  const options = { name: 'Товары', columns: header.map(text => ({ header: text })), inlineStrings: false };
  const bytes = writeXlsxStream(goods(count), options) as unknown as ReadableStream<Uint8Array>;
  await pipeline(Readable.fromWeb(bytes), createWriteStream(path));
};

function* goods(count: number): Generator<CellValue[]> {
  const { products } = generateDemoData();
  for (let index = 0; index < count; index += 1) {
    const product = products[index % products.length];
    if (!product) return;
    const digits = `47${String(index).padStart(10, '0')}`;
    yield [
      `${digits}${computeCheckDigit(digits)}`,
      `${product.name}, партия ${1 + Math.floor(index / products.length)}`,
      product.brand,
      product.unit,
      product.weight,
      product.price ?? null,
      `L-${String(index + 1).padStart(6, '0')}`,
      sharedWords[product.status],
    ];
  }
}
