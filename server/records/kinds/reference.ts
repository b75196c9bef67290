import { sql } from 'drizzle-orm';
import { getReference, isReferenceName } from '#contract/references.ts';
import { parseReference, readCellText } from '../../table/parseResult.ts';
import { defineStoredKind } from '../kind.ts';
import { isSameTarget } from './named.ts';

export const reference = defineStoredKind('reference', {
  names: 'values',
  fromText: text => sql`(${text})::integer`,
  parse: (cell, { of }, lookups) => parseReference(readCellText(cell), of, lookups),
  write: (id, field, nameOf) => nameOf(field, id),
  headers: ({ of }) => (isReferenceName(of) ? [getReference(of).ru[0], getReference(of).en[0]] : []),
  convertTo: (value, { from }, targetField) => {
    if (!isSameTarget(from, targetField)) return null;
    const ids = [value].flat();
    return { value: ids[0] ?? null, isWhole: ids.length < 2 };
  },
});
