import { sql } from 'drizzle-orm';
import {
  createParsedValue,
  createParseError,
  type FilledCell,
  type ParseResult,
  readCellText,
} from '../../table/parseResult.ts';
import { translateExport, translateImport } from '../../translate.ts';
import { defineStoredKind } from '../kind.ts';

const TRUE_WORDS = new Set(['да', 'есть', 'yes', 'true', 'истина', '1', '+']);
const FALSE_WORDS = new Set(['нет', 'no', 'false', 'ложь', '0', '-']);

const parse = (cell: FilledCell): ParseResult => {
  if (typeof cell === 'boolean') return createParsedValue(cell);
  const foldedText = readCellText(cell).toLowerCase();
  if (TRUE_WORDS.has(foldedText)) return createParsedValue(true);
  return FALSE_WORDS.has(foldedText) ? createParsedValue(false) : createParseError('notFlag');
};

export const flag = defineStoredKind('flag', {
  fromText: text => sql`coalesce((${text})::boolean, false)`,
  parse,
  write: (isSet, _field, _nameOf, format) => {
    if (format?.kind === 'flag') return isSet ? format.yes : format.no;
    return translateExport(isSet ? 'yes' : 'no');
  },
  columnFormat: 'flag',
  rule: () => ({ type: 'list', values: [translateImport('skipped.yes'), translateImport('skipped.no')] }),
  example: () => translateImport('example.flag'),
});
