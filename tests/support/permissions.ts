import { eq } from 'drizzle-orm';
import { type PermissionSlug, permissionSlugs } from '#contract/permissions.ts';
import type { RoleSlug } from '#contract/roles.ts';
import { rolePermissions } from '#server/db/schema.ts';
import type { TestServer } from './server.ts';

/** Gives a role exactly these permissions, until the end of the test. */
export const letRole = async ({ db }: TestServer, role: RoleSlug, ...slugs: PermissionSlug[]): Promise<void> => {
  await db.delete(rolePermissions).where(eq(rolePermissions.role, role));
  if (slugs.length > 0) await db.insert(rolePermissions).values(slugs.map(slug => ({ role, slug })));
};

/** Every slug but these. */
export const allBut = (...slugs: PermissionSlug[]): PermissionSlug[] =>
  permissionSlugs.filter(slug => !slugs.includes(slug));
