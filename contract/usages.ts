import { z } from 'zod';
import { Id } from './field.ts';

export const Usages = z.object({
  uses: z.array(z.object({ resource: z.string(), count: z.int().positive() })).min(1),
});
export type Usages = z.output<typeof Usages>;

const NamedRef = z.object({ id: Id, name: z.string() });

/** How many of the records in `Containers` are named. */
export const MAX_NAMED_CONTAINERS = 5;

/**
 * What records would be taken out of when they are deleted, as far as the caller may see it: records of other resources
 * that are linked to them, the first of them by name, and the feeds that publish them, with the number published there.
 */
export const Containers = z.object({
  links: z.array(z.object({ resource: z.string(), count: z.int().positive(), records: z.array(NamedRef) })),
  feeds: z.array(NamedRef.extend({ count: z.int().positive() })),
});
export type Containers = z.output<typeof Containers>;
