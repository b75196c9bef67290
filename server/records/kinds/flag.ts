import { sql } from 'drizzle-orm';
import { exporting } from '#i18n/ru/exporting.ts';
import { importLog } from '#i18n/ru/importLog.ts';
import { type FilledCell, fault, type Parsed, value, written } from '../../table/parsed.ts';
import { stored } from '../kind.ts';

const yes = new Set(['да', 'yes', 'true', 'истина', '1', '+']);
const no = new Set(['нет', 'no', 'false', 'ложь', '0', '-']);

const parse = (cell: FilledCell): Parsed => {
  if (typeof cell === 'boolean') return value(cell);
  const word = written(cell).toLowerCase();
  if (yes.has(word)) return value(true);
  return no.has(word) ? value(false) : fault('notFlag');
};

export const flag = stored('flag', {
  fromText: text => sql`coalesce((${text})::boolean, false)`,
  parse,
  write: isSet => (isSet ? exporting.yes : exporting.no),
  rule: () => ({ type: 'list', values: [importLog.skipped.yes, importLog.skipped.no] }),
  example: () => importLog.example.flag,
});
