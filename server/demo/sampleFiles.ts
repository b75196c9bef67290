import { writeXlsx } from 'hucre/xlsx';
import { buildSampleTable, type Sample, type SampleCell } from './sample.ts';

/** The .csv is in windows-1251 with semicolons, as older programs save it. */
export const buildSampleFiles = async (sample: Sample = buildSampleTable()): Promise<Record<string, Uint8Array>> => ({
  'nomenclature.xlsx': await toWorkbook(sample),
  'nomenclature.csv': encodeWindows1251(toCsv(sample)),
});

const toWorkbook = ({ columns, rows }: Sample): Promise<Uint8Array> =>
  writeXlsx({
    sheets: [{ name: 'Прайс-лист', columns: [...columns], data: rows, freezePane: { rows: 1 } }],
  });

const toCsv = ({ columns, rows }: Sample): string =>
  [columns.map(({ header }) => header), ...rows.map(row => columns.map(({ key }) => formatCell(row[key] ?? null)))]
    .map(cells => cells.map(quoteCell).join(';'))
    .join('\r\n');

const formatCell = (cell: SampleCell): string => {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10).split('-').reverse().join('.');
  if (typeof cell === 'number') return String(cell).replace('.', ',');
  return (cell ?? '').replace('₽', 'руб.');
};

const quoteCell = (text: string): string => (/[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** @throws when the encoding lacks a character */
const encodeWindows1251 = (text: string): Uint8Array =>
  Uint8Array.from(text, character => {
    const byte = windows1251.indexOf(character);
    if (byte < 0) throw new Error(`windows-1251 has no "${character}"`);
    return byte;
  });

const windows1251 = new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
