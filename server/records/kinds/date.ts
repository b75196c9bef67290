import { sql } from 'drizzle-orm';
import {
  cleanText,
  createParsedValue,
  createParseError,
  type FilledCell,
  isDay,
  type ParseResult,
} from '../../table/parseResult.ts';
import { defineStoredKind } from '../kind.ts';

const parse = (cell: FilledCell): ParseResult => {
  if (isDay(cell)) return createParsedValue(cell.day);
  if (typeof cell !== 'string') return createParseError('notDate');
  const text = cleanText(cell)
    .replace(/[ T]\d{1,2}:\d\d(:\d\d(\.\d+)?)?Z?$/, '')
    .replace(/г\.?$/, '')
    .trimEnd();
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (iso) return createParsedValue(text);
  const [, day, month, year] = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(text) ?? [];
  return day && month && year
    ? createParsedValue(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
    : createParseError('notDate');
};

export const date = defineStoredKind('date', {
  // ISO 8601 dates sort as text, which avoids a cast that no index could use.
  fromText: text => sql`(${text}) collate "C"`,
  parse,
  write: day => ({ day }),
  columnFormat: 'date',
  format: () => 'dd.mm.yyyy',
  rule: () => ({ type: 'date', operator: 'greaterThanOrEqual', formula1: '1' }),
  example: () => new Date('2026-12-31'),
});
