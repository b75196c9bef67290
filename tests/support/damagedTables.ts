import { writeOds } from 'hucre/ods';
import { csvOf, workbookOf } from './tables.ts';

/** Pseudo-random numbers from 0 to 1, repeatable by seed (mulberry32). */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** Intact tables of each format that people upload, as a starting point for damage. */
export const wholeTables = async (): Promise<readonly Uint8Array[]> => {
  const rows = [
    ['Артикул', 'Название', 'Цена, RUB', 'Описание'],
    ...Array.from({ length: 40 }, (_, at) => [`A-${at}`, `Товар «${at}»`, '10,5', 'Строка\nи ещё; "одна"']),
  ];
  const old = Buffer.alloc(4096, 7);
  old.write('d0cf11e0a1b11ae1', 0, 'hex');
  old.write('Workbook', 1024, 'utf16le');
  return [
    await workbookOf(rows),
    Buffer.from(`\ufeff${csvOf(rows)}`),
    Buffer.from(csvOf(rows, ','), 'utf16le'),
    Buffer.from(csvOf(rows, '\t')),
    await writeOds({ sheets: [{ name: 'Товары', rows }] }),
    old,
  ];
};

/** One of the tables with bytes changed, removed, repeated or moved, or with a piece of another table inserted. */
export const damaged = (tables: readonly Uint8Array[], random: () => number): Uint8Array => {
  const below = (limit: number): number => Math.floor(random() * limit);
  const pick = () => tables[below(tables.length)] as Uint8Array;
  let bytes = Buffer.from(pick());
  const times = 1 + below(6);
  for (let time = 0; time < times && bytes.length > 0; time += 1) {
    const [at, length] = [below(bytes.length), 1 + below(64)];
    const [before, behind] = [bytes.subarray(0, at), bytes.subarray(at + length)];
    const part = bytes.subarray(at, at + length);
    const ways = [
      () => Buffer.concat([before, Buffer.from(part.map(() => below(256))), behind]),
      () => Buffer.concat([before, behind]),
      () => Buffer.concat([before, ...Array.from({ length: 1 + below(200) }, () => part), behind]),
      () => before,
      () => Buffer.concat([behind, part, before]),
      () => Buffer.concat([before, Buffer.from(pick()).subarray(0, 512), behind]),
    ];
    bytes = ways[below(ways.length)]?.() ?? bytes;
  }
  return bytes;
};
