import { z } from 'zod';
import { common, Id } from './fields.ts';
import { MIN_PASSWORD_LENGTH } from './limits.ts';
import { type PermissionSlug, permissionSlugs } from './permissions.ts';
import { Sharing } from './sharing.ts';

/** Kinds of fields that are about people and what they may do: a part of `fields.ts`. */

/** Somebody of the staff, whoever made the record; null once they are gone. */
const Person = z.object({ id: Id, name: z.string() });
export const person = () => ({ kind: 'person' as const, ...common({ readOnly: true as const }, Person) });

/** Whom a record is for where it is not for everybody who may list it. */
export const sharing = () => ({
  kind: 'sharing' as const,
  ...common({ required: true as const }, Sharing),
  required: false,
});

/** A permission as profiles, users and roles carry it (§3). */
const Granted = z.strictObject({ slug: z.enum(permissionSlugs as [PermissionSlug, ...PermissionSlug[]]) });
export type Granted = z.output<typeof Granted>;

const once = (held: Granted[]): Granted[] => [...new Map(held.map(one => [one.slug, one])).values()];

/** Permissions, each once however often it is named; `besides` names the field with the role by which others are held anyway. */
export const permissions = (options: { readOnly?: boolean; besides?: string } = {}) => ({
  kind: 'permissions' as const,
  ...(options.besides && { besides: options.besides }),
  ...common(
    { readOnly: options.readOnly ?? false, required: true as const },
    z.array(Granted).max(1000).overwrite(once),
  ),
  required: false,
});

/** A password: at least 8 characters (§5). Left out of a new record the server makes one up. */
export const password = () => ({
  kind: 'password' as const,
  ...common({}, z.string().min(MIN_PASSWORD_LENGTH).max(1024)),
});
