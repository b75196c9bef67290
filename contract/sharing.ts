import { z } from 'zod';

export const sharingLevels = ['view', 'edit'] as const;
export type SharingLevel = (typeof sharingLevels)[number];

const MAX_SHARED_WITH = 500;
const Id = z.int().positive();

/**
 * Users and roles who may open a record (contract 3). With an empty list, everyone who may list the records may open
 * it.
 */
export const Sharing = z.strictObject({
  users: z.array(z.strictObject({ id: Id, level: z.enum(sharingLevels) })).max(MAX_SHARED_WITH),
  roles: z
    .array(z.strictObject({ slug: z.string().min(1).max(64), level: z.enum(sharingLevels) }))
    .max(MAX_SHARED_WITH),
});
export type Sharing = z.output<typeof Sharing>;

export const emptySharing: Sharing = { users: [], roles: [] };

export const isShared = ({ users, roles }: Sharing): boolean => users.length + roles.length > 0;

/** The higher of the user's own level and their role's; null when neither is on the list. */
export const getSharingLevel = ({ users, roles }: Sharing, user: { id: number; role: string }): SharingLevel | null => {
  const namedLevels = [
    ...users.filter(({ id }) => id === user.id),
    ...roles.filter(({ slug }) => slug === user.role),
  ].map(({ level }) => level);
  if (namedLevels.length === 0) return null;
  return namedLevels.includes('edit') ? 'edit' : 'view';
};

const parseSharing = (value: unknown): Sharing => Sharing.safeParse(value).data ?? emptySharing;

export const addSharing = (before: unknown, additions: unknown): Sharing => {
  const [{ users, roles }, addedSharing] = [removeSharing(before, additions), parseSharing(additions)];
  return { users: [...users, ...addedSharing.users], roles: [...roles, ...addedSharing.roles] };
};

export const removeSharing = (before: unknown, removals: unknown): Sharing => {
  const [{ users, roles }, removedSharing] = [parseSharing(before), parseSharing(removals)];
  return {
    users: users.filter(({ id }) => !removedSharing.users.some(user => user.id === id)),
    roles: roles.filter(({ slug }) => !removedSharing.roles.some(role => role.slug === slug)),
  };
};
