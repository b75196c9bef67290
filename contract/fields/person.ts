import { Person } from '../editor.ts';
import { field } from '../field.ts';
import { defineKind } from '../kind.ts';

/** The user who created the record. Null once that user is deleted, because records outlive accounts. */
export const person = defineKind(() => field('person', {}, { readOnly: true }, Person), {
  filter: 'any',
  sample: (_, n) => ({ id: n + 1, name: `Ёж ${n}` }),
});
