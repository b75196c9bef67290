import { sql } from 'drizzle-orm';
import { defineStoredKind } from '../kind.ts';

// Only for exports. Names are ambiguous and ids mean nothing to people, so a cell cannot identify a record.
export const one = defineStoredKind('one', {
  names: 'records',
  fromText: text => sql`(${text})::integer`,
  write: (id, field, nameOf) => nameOf(field, id),
});
