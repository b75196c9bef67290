import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { generateDemoData } from '#server/demo/data.ts';
import { buildSampleTable } from '#server/demo/sample.ts';
import { buildSampleFiles } from '#server/demo/sampleFiles.ts';

const committed = (name: string) => readFile(join(import.meta.dirname, '../../docs/sample', name));
const cellsOf = async (workbook: Uint8Array) => (await readXlsx(workbook)).sheets.map(({ name, rows }) => [name, rows]);

describe('Demonstration data: the sample table', () => {
  it('[D4] the workbook in the repository matches the generated one', async () => {
    const files = await buildSampleFiles();
    const cells = await cellsOf(await committed('nomenclature.xlsx'));
    expect(cells).toEqual(await cellsOf(files['nomenclature.xlsx'] as Uint8Array));
  });

  it('[D4] the CSV file in the repository matches the generated one, in windows-1251', async () => {
    const bytes = await committed('nomenclature.csv');
    const files = await buildSampleFiles();
    expect(bytes.equals(files['nomenclature.csv'] as Uint8Array)).toBe(true);
    const [header, first] = new TextDecoder('windows-1251').decode(bytes).split('\r\n');
    expect(header).toMatch(/^Штрихкод;Название;/);
    expect(first?.split(';')).toHaveLength(10);
  });

  it('[D4] the sample has 300 rows: 60 new, 160 changed, 68 unchanged and 12 faulty', () => {
    const { rows, counts } = buildSampleTable();
    expect(counts).toEqual({ new: 60, changed: 160, unchanged: 68, faulty: 12 });
    expect(rows).toHaveLength(300);
  });

  it('[D4] the sample’s new products do not exist yet, by barcode, article number or name', () => {
    const { products, novelties } = generateDemoData();
    const taken = new Set(products.flatMap(({ barcode, sku, name }) => [barcode, sku, name]));
    const again = novelties.flatMap(({ barcode, sku, name }) => [barcode, sku, name]).filter(value => taken.has(value));
    expect(again).toEqual([]);
    expect(new Set(novelties.map(({ barcode }) => barcode)).size).toBe(60);
  });
});
