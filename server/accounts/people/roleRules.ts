import { type SQL, sql } from 'drizzle-orm';
import { channels } from '#contract/events.ts';
import { ADMIN_ROLE } from '#contract/roles.ts';
import { type Database, queryRows } from '../../db/database.ts';
import { matrices, users } from '../../db/schema.ts';
import { ApiFailure, invalidField } from '../../http/errors.ts';
import { stampSql } from '../../records/stamp.ts';
import type { FindTouched, WriteContext, WriteRules } from '../../records/tableBinding.ts';
import type { Patch } from '../../records/values.ts';
import { translate } from '../../translate.ts';
import type { Caller } from '../session/caller.ts';
import { notifyGrants } from './grants.ts';
import {
  assertCanGrant,
  assertNotActing,
  ensureAdministratorRemains,
  listMissingSlugs,
  lockAdministration,
  notifyProfileChange,
  readRoleHolders,
  readUserRights,
} from './userRights.ts';

interface RoleRow {
  id: number;
  slug: string;
  declared: boolean;
  slugs: string[];
}

/**
 * Rules for changing roles. Nobody may change a role that has more permissions than they have themselves, or a role
 * whose users have more. Nobody may grant permissions that they lack, or revoke their own. An admin must remain.
 * Otherwise the permission to manage roles would amount to all permissions.
 */
export const roleRules: WriteRules = async (write, operation) => {
  const { tx, caller, ids, patch, changes } = write;
  assertNotActing(caller);
  await ensureAdministratorRemains(tx, caller, async () => {
    const before = await readRoles(tx, ids);
    for (const role of before) assertNotDeclared(role, patch);
    if (patch === null) await assertNotShared(tx, before);
    await assertNoStrongerRole(write, before);
    const ownSlugs = await readOwnRights(tx, caller);
    const holders = await readRoleHolders(tx, ids);
    const after = await readRoles(tx, await operation());
    for (const { id, slugs } of after) {
      const previousSlugs = before.find(role => role.id === id)?.slugs ?? [];
      assertCanGrant(
        caller,
        slugs.filter(slug => !previousSlugs.includes(slug)),
        'permissions',
      );
    }
    const remainingRights = await readOwnRights(tx, caller);
    if (ownSlugs.some(slug => !remainingRights.includes(slug)))
      throw invalidField('permissions', translate('demoteSelf'));
    changes.changed('matrices', await renameInMatrices(write, before, after));
    const renamedSlugs = new Map(
      before.map(({ id, slug }) => [slug, after.find(role => role.id === id)?.slug ?? slug]),
    );
    const updatedHolders = holders.map(holder => ({ ...holder, role: renamedSlugs.get(holder.role) ?? holder.role }));
    await notifyGrants(write, updatedHolders, await readRoleHolders(tx, ids));
    changes.runAfterCommit(deps => {
      const { realtime } = deps;
      realtime.reviewRights();
      notifyProfileChange(
        deps,
        holders.map(({ id }) => id),
      );
      // User records include the permissions of their role, so clients have to reload lists of users.
      const allUsersChange = { resource: 'users', ids: null, records: [], deleted: [] };
      realtime.emit(channels.records('users'), 'RECORDS_CHANGE', allUsersChange);
    });
  });
};

const readRoles = (db: Database, ids: readonly number[]): Promise<RoleRow[]> =>
  queryRows<RoleRow>(
    db,
    sql`select id, slug, declared, array(select slug from role_permissions where role_id = roles.id) as slugs
      from roles where id = any(${sql.param([...ids])}::integer[])`,
  );

/**
 * Code refers to declared roles by slug, and every start of the server grants `admin` all permissions, so such changes
 * would not last.
 */
const assertNotDeclared = ({ slug, declared }: RoleRow, patch: Patch | null): void => {
  if (!declared) return;
  if (patch === null) throw new ApiFailure('conflict', { text: 'declaredRole' });
  if (patch['slug'] !== undefined && patch['slug'] !== slug) throw invalidField('slug', translate('declaredRole'));
  if (slug === ADMIN_ROLE && patch['permissions'] !== undefined)
    throw invalidField('permissions', translate('fullRole'));
};

/**
 * A role on a matrix's sharing list cannot be deleted, because a new role with the same slug would inherit the access.
 */
const assertNotShared = async (tx: Database, roles: readonly RoleRow[]): Promise<void> => {
  const namedCondition = sql.join(
    roles.map(({ slug }) => sharedWithRoleCondition(slug)),
    sql` or `,
  );
  const [row] = await queryRows<{ matrices: number }>(
    tx,
    sql`select count(*)::integer as matrices from matrices where ${namedCondition}`,
  );
  if (row && row.matrices > 0)
    throw new ApiFailure('conflict', { text: 'roleNamed', values: { number: row.matrices } });
};

const assertNoStrongerRole = async (
  { tx, caller, ids, patch }: WriteContext,
  roles: readonly RoleRow[],
): Promise<void> => {
  const holders = (await readRoleHolders(tx, ids)).filter(({ id }) => id !== caller.id);
  const heldSlugs = [...roles.flatMap(({ slugs }) => slugs), ...holders.flatMap(({ rights }) => rights)];
  if (listMissingSlugs(caller, heldSlugs).length === 0) return;
  // §8: no notice is shown for a 403, so in a form, the message must be shown at the field.
  const errors = { permissions: [translate('roleStronger')] };
  throw new ApiFailure('forbidden', { text: 'roleStronger', ...(patch && { errors }) });
};

const readOwnRights = async (tx: Database, { id }: Caller): Promise<string[]> =>
  (await readUserRights(tx, [id])).flatMap(({ rights }) => rights);

/** Matrices are shared with roles and users by slug, so a changed slug has to be updated in their sharing lists. */
export const findRowsTouchedByRoles: FindTouched = async (tx, { ids, patches }) => {
  await lockAdministration(tx);
  const slugs = (patches ?? []).flatMap(({ slug }) => slug ?? []);
  const renamedRoles = slugs.length > 0 ? (await readRoles(tx, ids)).filter(({ slug }) => !slugs.includes(slug)) : [];
  if (renamedRoles.length === 0) return null;
  const holders = await readRoleHolders(
    tx,
    renamedRoles.map(({ id }) => id),
  );
  const matrixIds: number[] = [];
  for (const { slug } of renamedRoles) matrixIds.push(...(await readMatricesSharedWithRole(tx, slug)));
  const lockStrength = 'no key update';
  return [
    { table: users, key: users.id, values: holders.map(({ id }) => id), strength: lockStrength },
    { table: matrices, key: matrices.id, values: matrixIds, strength: lockStrength },
  ];
};

const readMatricesSharedWithRole = async (tx: Database, slug: string): Promise<number[]> => {
  const rows = await queryRows<{ id: number }>(tx, sql`select id from matrices where ${sharedWithRoleCondition(slug)}`);
  return rows.map(({ id }) => id);
};

const sharedWithRoleCondition = (slug: string): SQL => sql`access @> ${JSON.stringify({ roles: [{ slug }] })}::jsonb`;

/** Sharing lists refer to roles by slug, so renaming a role must update them. @returns ids of the changed matrices */
const renameInMatrices = async (
  { tx, changes }: WriteContext,
  before: readonly RoleRow[],
  after: readonly RoleRow[],
): Promise<number[]> => {
  const ids: number[] = [];
  for (const { id, slug } of before) {
    const newSlug = after.find(role => role.id === id)?.slug ?? slug;
    if (newSlug === slug) continue;
    const namedCondition = await queryRows<{ id: number }>(
      tx,
      sql`update matrices r set ${stampSql(changes)}, access = jsonb_set(access, '{roles}', (
          select jsonb_agg(case when one.value ->> 'slug' = ${slug}::text
            then jsonb_set(one.value, '{slug}', to_jsonb(${newSlug}::text)) else one.value end)
          from jsonb_array_elements(access -> 'roles') one))
        where ${sharedWithRoleCondition(slug)} returning id`,
    );
    ids.push(...namedCondition.map(row => row.id));
  }
  return ids;
};
