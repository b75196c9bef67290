import { z } from 'zod';

/** What somebody may do with one record: see it, or change it as well. */
export const levels = ['view', 'edit'] as const;
export type Level = (typeof levels)[number];

const MAX_NAMED = 500;
const Id = z.int().positive();

/** Who a record is for, where it is not for everybody who may list it: people and roles by name (contract 3). */
export const Sharing = z.strictObject({
  users: z.array(z.strictObject({ id: Id, level: z.enum(levels) })).max(MAX_NAMED),
  roles: z.array(z.strictObject({ slug: z.string().min(1).max(64), level: z.enum(levels) })).max(MAX_NAMED),
});
export type Sharing = z.output<typeof Sharing>;

/** For everybody who may list the records. */
export const unshared: Sharing = { users: [], roles: [] };

export const isShared = ({ users, roles }: Sharing): boolean => users.length + roles.length > 0;

/** The level that somebody is named with, by themselves or by their role: the higher of both. */
export const namedLevel = ({ users, roles }: Sharing, person: { id: number; role: string }): Level | null => {
  const named = [
    ...users.filter(({ id }) => id === person.id),
    ...roles.filter(({ slug }) => slug === person.role),
  ].map(({ level }) => level);
  if (named.length === 0) return null;
  return named.includes('edit') ? 'edit' : 'view';
};
