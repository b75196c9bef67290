import { eq } from 'drizzle-orm';
import { type PermissionSlug, permissionSlugs } from '#contract/permissions.ts';
import type { RoleSlug } from '#contract/roles.ts';
import { rolePermissions, roles } from '#server/db/schema.ts';
import type { TestServer } from './server.ts';

export const letRole = async ({ db }: TestServer, role: RoleSlug, ...slugs: PermissionSlug[]): Promise<void> => {
  const [row] = await db.select({ id: roles.id }).from(roles).where(eq(roles.slug, role));
  const role_id = row?.id ?? 0;
  await db.delete(rolePermissions).where(eq(rolePermissions.role_id, role_id));
  if (slugs.length > 0) await db.insert(rolePermissions).values(slugs.map(slug => ({ role_id, slug })));
};

export const allBut = (...slugs: PermissionSlug[]): PermissionSlug[] =>
  permissionSlugs.filter(slug => !slugs.includes(slug));
