import { joinValues, splitValues } from '../../table/multiValue.ts';
import { type FilledCell, idOf, type Lookups, type Parsed, value, written } from '../../table/parsed.ts';
import { stored } from '../kind.ts';
import { isSameTarget } from './named.ts';

const parse = (cell: FilledCell, { of }: { of: string }, lookups: Lookups): Parsed => {
  const ids: unknown[] = [];
  for (const name of splitValues(written(cell))) {
    const parsed = idOf(name, of, lookups);
    if ('fault' in parsed) return parsed;
    ids.push(parsed.value);
  }
  return value(ids);
};

export const references = stored('references', {
  names: 'values',
  parse,
  write: (ids, field, nameOf) => joinValues(ids.map(id => nameOf(field, id))),
  several: { byCommas: true },
  convertTo: (value, { from }, to) => (isSameTarget(from, to) ? { value: [value].flat(), isWhole: true } : null),
});
