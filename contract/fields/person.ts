import { z } from 'zod';
import { field, Id } from '../field.ts';
import { defineKind } from '../kind.ts';

const Person = z.object({ id: Id, name: z.string() });

/** Somebody of the staff, whoever made the record; null once they are gone. */
export const person = defineKind(() => field('person', {}, { readOnly: true }, Person), {
  filter: 'any',
  sample: (_, n) => ({ id: n + 1, name: `Ёж ${n}` }),
});
