import { z } from 'zod';
import { Id } from './field.ts';

export const Person = z.object({ id: Id, name: z.string() });

/** In whose name something was done; `acted_by` is the person who acted as them meanwhile. */
export const Editor = Person.extend({ acted_by: Person.optional() });
export type Editor = z.output<typeof Editor>;
