import { getSeparator, joinValues, splitValues } from '../../table/multiValue.ts';
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
    const parsedReference = parseReference(name, of, lookups);
    if ('fault' in parsedReference) return parsedReference;
    ids.push(parsedReference.value);
  }
  return createParsedValue(ids);
};

export const references = defineStoredKind('references', {
  names: 'values',
  parse,
  write: (ids, field, nameOf, format) =>
    joinValues(
      ids.map(id => nameOf(field, id)),
      { separator: getSeparator(format) },
    ),
  columnFormat: 'list',
  several: { byCommas: true },
  convertTo: (value, { from }, targetField) =>
    isSameTarget(from, targetField) ? { value: [value].flat(), isWhole: true } : null,
});
