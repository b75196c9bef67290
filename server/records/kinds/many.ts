import { joinValues } from '../../table/multiValue.ts';
import { stored } from '../kind.ts';

// No cell says which records are meant: a name does not tell one, and ids mean nothing to people.
export const many = stored('many', {
  keptAs: 'pairs',
  names: 'records',
  write: (ids, field, nameOf) => joinValues(ids.map(id => nameOf(field, id))),
  width: 32,
});
