import { sql } from 'drizzle-orm';
import { stored } from '../kind.ts';

// No cell says which record is meant: a name does not tell one, and ids mean nothing to people.
export const one = stored('one', {
  names: 'records',
  fromText: text => sql`(${text})::integer`,
  write: (id, field, nameOf) => nameOf(field, id),
});
