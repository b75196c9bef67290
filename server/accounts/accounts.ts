import { and, asc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import { permissionSlugs } from '#contract/permissions.ts';
import { ADMIN_ROLE, roles as declared, roleSlugs } from '#contract/roles.ts';
import { type Config, isLoopback } from '../config.ts';
import type { Database } from '../db/database.ts';
import { rolePermissions, roles, users } from '../db/schema.ts';
import { writeUnrecorded } from '../drafts/author.ts';
import { translate } from '../translate.ts';

/**
 * Creates missing roles with their initial permissions. Existing roles keep the permissions that admins gave them; only
 * `admin` always gets every permission, so that somebody can grant new permissions.
 */
export const ensureRoles = async (db: Database): Promise<void> => {
  await writeUnrecorded(db, async tx => {
    const createdRoles = await tx
      .insert(roles)
      .values(roleSlugs.map(slug => ({ slug, name: translate(`roles.${slug}`), declared: true })))
      .onConflictDoNothing()
      .returning({ id: roles.id, slug: roles.slug });
    await tx.update(roles).set({ declared: true }).where(inArray(roles.slug, roleSlugs));
    await tx.update(roles).set({ declared: false }).where(notInArray(roles.slug, roleSlugs));
    const slugs = new Map<string, readonly string[]>(Object.entries(declared));
    const permissionRows = createdRoles.flatMap(({ id, slug: role }) =>
      (slugs.get(role) ?? []).map(slug => ({ role_id: id, slug })),
    );
    const [admin] = await tx.select({ id: roles.id }).from(roles).where(eq(roles.slug, ADMIN_ROLE));
    const adminRows = admin ? permissionSlugs.map(slug => ({ role_id: admin.id, slug })) : [];
    await tx
      .insert(rolePermissions)
      .values([...permissionRows, ...adminRows])
      .onConflictDoNothing();
  });
};

export const hasNoUsers = async (db: Database): Promise<boolean> =>
  (await db.select({ id: users.id }).from(users).limit(1)).length === 0;

/**
 * E-mail addresses of demo accounts that can sign in. Empty on a publicly reachable host, since the password of these
 * accounts is public.
 */
export const listDemoAccounts = async (db: Database, { host }: Pick<Config, 'host'>): Promise<string[]> => {
  if (!isLoopback(host)) return [];
  const rows = await db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.status, 'active'), eq(users.email, sql`${users.role} || '@demo.local'`)))
    .orderBy(asc(users.id));
  return rows.map(({ email }) => email);
};
