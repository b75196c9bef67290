import { z } from 'zod';
import { Id } from './field.ts';

export const Person = z.object({ id: Id, name: z.string() });

/** The user who did something; `acted_by` is the actor, if another user acted as them. */
export const Editor = Person.extend({ acted_by: Person.optional() });
export type Editor = z.output<typeof Editor>;
