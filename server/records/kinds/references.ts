import { joinValues, splitValues } from '../../table/multiValue.ts';
import {
  createParsedValue,
  type FilledCell,
  type Lookups,
  type ParseResult,
  parseReference,
  readCellText,
} from '../../table/parseResult.ts';
import { defineStoredKind } from '../kind.ts';
import { isSameTarget } from './named.ts';

const parse = (cell: FilledCell, { of }: { of: string }, lookups: Lookups): ParseResult => {
  const ids: unknown[] = [];
  for (const name of splitValues(readCellText(cell))) {
    const parsed = parseReference(name, of, lookups);
    if ('fault' in parsed) return parsed;
    ids.push(parsed.value);
  }
  return createParsedValue(ids);
};

export const references = defineStoredKind('references', {
  names: 'values',
  parse,
  write: (ids, field, nameOf) => joinValues(ids.map(id => nameOf(field, id))),
  several: { byCommas: true },
  convertTo: (value, { from }, to) => (isSameTarget(from, to) ? { value: [value].flat(), isWhole: true } : null),
});
