import { z } from 'zod';
import { type Flags, nonNullField } from '../field.ts';
import { defineKind } from '../kind.ts';
import { permissionSlugs } from '../permissions.ts';
import { setTraits } from '../sets.ts';

const Granted = z.strictObject({ slug: z.enum(permissionSlugs) });
export type Granted = z.output<typeof Granted>;

const deduplicate = (held: Granted[]): Granted[] => [...new Map(held.map(one => [one.slug, one])).values()];

interface PermissionsOptions extends Pick<Flags, 'readOnly'> {
  /** The field that contains the role. The role's permissions apply too, so the form shows them as already granted. */
  besides?: string;
}

export const permissions = defineKind(
  <const O extends PermissionsOptions>(options?: O) => {
    const { besides }: PermissionsOptions = options ?? {};
    return nonNullField(
      'permissions',
      { ...(besides && { besides }) },
      z.array(Granted).max(1000).overwrite(deduplicate),
      options,
    );
  },
  {
    ...setTraits,
    filter: 'any',
    querySchema: () => z.enum(permissionSlugs),
    sample: (_, n) =>
      permissionSlugs
        .slice(0, n % 4)
        .toSorted()
        .map(slug => ({ slug })),
  },
);
