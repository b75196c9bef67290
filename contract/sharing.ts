import { z } from 'zod';

export const levels = ['view', 'edit'] as const;
export type Level = (typeof levels)[number];

const MAX_NAMED = 500;
const Id = z.int().positive();

/**
 * Users and roles a record is restricted to (contract 3). An empty list opens it to everyone who may list the records.
 */
export const Sharing = z.strictObject({
  users: z.array(z.strictObject({ id: Id, level: z.enum(levels) })).max(MAX_NAMED),
  roles: z.array(z.strictObject({ slug: z.string().min(1).max(64), level: z.enum(levels) })).max(MAX_NAMED),
});
export type Sharing = z.output<typeof Sharing>;

export const unshared: Sharing = { users: [], roles: [] };

export const isShared = ({ users, roles }: Sharing): boolean => users.length + roles.length > 0;

/** The higher of the user's own level and their role's; null when neither is on the list. */
export const sharingLevelOf = ({ users, roles }: Sharing, user: { id: number; role: string }): Level | null => {
  const named = [...users.filter(({ id }) => id === user.id), ...roles.filter(({ slug }) => slug === user.role)].map(
    ({ level }) => level,
  );
  if (named.length === 0) return null;
  return named.includes('edit') ? 'edit' : 'view';
};

const sharingIn = (value: unknown): Sharing => Sharing.safeParse(value).data ?? unshared;

export const withNamed = (before: unknown, given: unknown): Sharing => {
  const [{ users, roles }, added] = [withoutNamed(before, given), sharingIn(given)];
  return { users: [...users, ...added.users], roles: [...roles, ...added.roles] };
};

export const withoutNamed = (before: unknown, given: unknown): Sharing => {
  const [{ users, roles }, removed] = [sharingIn(before), sharingIn(given)];
  return {
    users: users.filter(({ id }) => !removed.users.some(user => user.id === id)),
    roles: roles.filter(({ slug }) => !removed.roles.some(role => role.slug === slug)),
  };
};
