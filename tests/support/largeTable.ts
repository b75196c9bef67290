import { mkdtempSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Writes a .csv of `rows` new products, each matched by its own sku. @returns its path */
export const largeTable = async (rows: number): Promise<string> => {
  const path = join(mkdtempSync(join(tmpdir(), 'vitrina-table-')), 'large.csv');
  const lines = Array.from({ length: rows }, (_, at) => `Товар для проверки ${at + 1};CHECK-${at + 1};0,5;${at + 1}`);
  await writeFile(path, ['Название;Артикул;Вес, кг;Цена, RUB', ...lines].join('\n'));
  return path;
};
