import { z } from 'zod';
import { Id } from './field.ts';

export const Person = z.object({ id: Id, name: z.string() });

/** The user in whose name something was done. `acted_by` is the actor, if somebody acted as this user. */
export const Editor = Person.extend({ acted_by: Person.optional() });
export type Editor = z.output<typeof Editor>;
