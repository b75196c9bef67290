import { getSeparator, joinValues } from '../../table/multiValue.ts';
import { defineStoredKind } from '../kind.ts';

// Only for exports. Names are ambiguous and ids mean nothing to people, so a cell cannot identify a record.
export const many = defineStoredKind('many', {
  storage: 'pairs',
  names: 'records',
  write: (ids, field, nameOf, format) =>
    joinValues(
      ids.map(id => nameOf(field, id)),
      { separator: getSeparator(format) },
    ),
  columnFormat: 'list',
  width: 32,
});
