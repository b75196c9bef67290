import { z } from 'zod';
import { field, Id } from '../field.ts';
import { defineKind } from '../kind.ts';

const Person = z.object({ id: Id, name: z.string() });

/** The user who created the record. Null once that user is deleted, because records outlive accounts. */
export const person = defineKind(() => field('person', {}, { readOnly: true }, Person), {
  filter: 'any',
  sample: (_, n) => ({ id: n + 1, name: `Ёж ${n}` }),
});
