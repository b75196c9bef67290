import { sql } from 'drizzle-orm';
import { type FilledCell, fault, type Parsed, value, written } from '../../table/parsed.ts';
import { translateExport, translateImport } from '../../translate.ts';
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
  write: isSet => translateExport(isSet ? 'yes' : 'no'),
  rule: () => ({ type: 'list', values: [translateImport('skipped.yes'), translateImport('skipped.no')] }),
  example: () => translateImport('example.flag'),
});
