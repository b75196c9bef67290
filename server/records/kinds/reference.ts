import { sql } from 'drizzle-orm';
import { isReferenceName, referenceOf } from '#contract/references.ts';
import { idOf, written } from '../../table/parsed.ts';
import { stored } from '../kind.ts';
import { isSameTarget } from './named.ts';

export const reference = stored('reference', {
  names: 'values',
  fromText: text => sql`(${text})::integer`,
  parse: (cell, { of }, lookups) => idOf(written(cell), of, lookups),
  write: (id, field, nameOf) => nameOf(field, id),
  headers: ({ of }) => (isReferenceName(of) ? [referenceOf(of).ru[0], referenceOf(of).en[0]] : []),
  convertTo: (value, { from }, to) => {
    if (!isSameTarget(from, to)) return null;
    const ids = [value].flat();
    return { value: ids[0] ?? null, isWhole: ids.length < 2 };
  },
});
