import { z } from 'zod';
import { type FieldFlags, nonNullField } from '../field.ts';
import { defineKind } from '../kind.ts';
import { permissionSlugs } from '../permissions.ts';
import { setTraits } from '../sets.ts';

const GrantedPermission = z.strictObject({ slug: z.enum(permissionSlugs) });
export type GrantedPermission = z.output<typeof GrantedPermission>;

const deduplicate = (heldPermissions: GrantedPermission[]): GrantedPermission[] => [
  ...new Map(heldPermissions.map(permission => [permission.slug, permission])).values(),
];

interface PermissionsOptions extends Pick<FieldFlags, 'readOnly'> {
  /** The field that contains the role. The role's permissions apply too, so the form shows them as already granted. */
  besides?: string;
}

export const permissions = defineKind(
  <const O extends PermissionsOptions>(options?: O) => {
    const { besides }: PermissionsOptions = options ?? {};
    return nonNullField(
      'permissions',
      { ...(besides && { besides }) },
      z.array(GrantedPermission).max(1000).overwrite(deduplicate),
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
