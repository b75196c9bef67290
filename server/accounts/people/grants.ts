import { eq } from 'drizzle-orm';
import { type PermissionSlug, permissionSlugs } from '#contract/permissions.ts';
import { roles } from '../../db/schema.ts';
import { notify } from '../../realtime/notifications/notify.ts';
import type { WriteContext } from '../../records/tableBinding.ts';
import type { UserRights } from './userRights.ts';

/** Users are not notified about revoked permissions or about changes that they make themselves. */
export const notifyGrants = async (
  { tx, caller, changes }: Pick<WriteContext, 'tx' | 'caller' | 'changes'>,
  before: readonly UserRights[],
  after: readonly UserRights[],
): Promise<void> => {
  const idsByRole = new Map<string, number[]>();
  const idsByRights = new Map<string, number[]>();
  for (const { id, role, rights } of after) {
    const was = before.find(user => user.id === id);
    if (!was || id === caller.id) continue;
    const gainedSlugs = permissionSlugs.filter(slug => rights.includes(slug) && !was.rights.includes(slug));
    if (was.role !== role) addToGroup(idsByRole, role, id);
    else if (gainedSlugs.length > 0) addToGroup(idsByRights, gainedSlugs.join(), id);
  }
  for (const [slug, ids] of idsByRole) {
    const [role] = await tx.select({ name: roles.name }).from(roles).where(eq(roles.slug, slug));
    const payload = { role: role?.name ?? slug, by: caller.name };
    await notify(tx, changes, ids, { kind: 'role_given', payload, link: null });
  }
  for (const [rightsKey, ids] of idsByRights) {
    const payload = { slugs: rightsKey.split(',') as PermissionSlug[], by: caller.name };
    await notify(tx, changes, ids, { kind: 'permissions_given', payload, link: null });
  }
};

const addToGroup = (groups: Map<string, number[]>, key: string, id: number): void => {
  groups.set(key, [...(groups.get(key) ?? []), id]);
};
