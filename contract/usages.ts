import { z } from 'zod';
import { Id } from './field.ts';

export const Usages = z.object({
  uses: z.array(z.object({ resource: z.string(), count: z.int().positive() })).min(1),
});
export type Usages = z.output<typeof Usages>;

const NamedRef = z.object({ id: Id, name: z.string() });

/** The maximum number of records listed by name in `Containers`. */
export const MAX_NAMED_CONTAINERS = 5;

/**
 * Where the given records are used, to show what deleting them would affect. Contains linked records of other resources
 * (some of them by name) and feeds with their number of published items, as far as the caller may see them.
 */
export const Containers = z.object({
  links: z.array(z.object({ resource: z.string(), count: z.int().positive(), records: z.array(NamedRef) })),
  feeds: z.array(NamedRef.extend({ count: z.int().positive() })),
});
export type Containers = z.output<typeof Containers>;
