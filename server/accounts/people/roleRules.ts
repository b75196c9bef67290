import { type SQL, sql } from 'drizzle-orm';
import { channels } from '#contract/events.ts';
import { FULL_ROLE } from '#contract/roles.ts';
import { type Database, rowsOf } from '../../db/database.ts';
import { matrices, users } from '../../db/schema.ts';
import { ApiFailure, invalidField } from '../../http/errors.ts';
import { stampSql } from '../../records/stamp.ts';
import type { FindTouched, Write, WriteRules } from '../../records/tableBinding.ts';
import type { Patch } from '../../records/values.ts';
import { translate } from '../../translate.ts';
import type { Caller } from '../session/caller.ts';
import { notifyGrants } from './grants.ts';
import {
  holdersOf,
  lockAdministration,
  missingSlugs,
  notifyProfileChange,
  refuseGrants,
  refuseWhileActing,
  userRightsOf,
  withAdministratorLeft,
} from './userRights.ts';

interface RoleRow {
  id: number;
  slug: string;
  declared: boolean;
  slugs: string[];
}

/**
 * Rules for changing roles. Nobody may change a role that holds more than they do or whose users do, grant permissions
 * they lack, or revoke their own; and an admin must remain. Otherwise permission to manage roles would amount to all
 * permissions.
 */
export const roleRules: WriteRules = async (write, work) => {
  const { tx, caller, ids, patch, changes } = write;
  refuseWhileActing(caller);
  await withAdministratorLeft(tx, caller, async () => {
    const before = await rolesOf(tx, ids);
    for (const role of before) refuseDeclared(role, patch);
    if (patch === null) await refuseNamed(tx, before);
    await refuseStronger(write, before);
    const own = await ownRights(tx, caller);
    const holders = await holdersOf(tx, ids);
    const after = await rolesOf(tx, await work());
    for (const { id, slugs } of after) {
      const was = before.find(role => role.id === id)?.slugs ?? [];
      refuseGrants(
        caller,
        slugs.filter(slug => !was.includes(slug)),
        'permissions',
      );
    }
    const left = await ownRights(tx, caller);
    if (own.some(slug => !left.includes(slug))) throw invalidField('permissions', translate('demoteSelf'));
    changes.changed('matrices', await renameInMatrices(write, before, after));
    const renamed = new Map(before.map(({ id, slug }) => [slug, after.find(role => role.id === id)?.slug ?? slug]));
    const held = holders.map(holder => ({ ...holder, role: renamed.get(holder.role) ?? holder.role }));
    await notifyGrants(write, held, await holdersOf(tx, ids));
    changes.afterwards(deps => {
      const { realtime } = deps;
      realtime.reviewRights();
      notifyProfileChange(
        deps,
        holders.map(({ id }) => id),
      );
      // User records include the permissions of their role, so lists of users must be reloaded.
      const many = { resource: 'users', ids: null, records: [], deleted: [] };
      realtime.emit(channels.records('users'), 'RECORDS_CHANGE', many);
    });
  });
};

const rolesOf = (db: Database, ids: readonly number[]): Promise<RoleRow[]> =>
  rowsOf<RoleRow>(
    db,
    sql`select id, slug, declared, array(select slug from role_permissions where role_id = roles.id) as slugs
      from roles where id = any(${sql.param([...ids])}::integer[])`,
  );

/**
 * Code refers to declared roles by slug, and every start grants `admin` all permissions, so such changes would not
 * last.
 */
const refuseDeclared = ({ slug, declared }: RoleRow, patch: Patch | null): void => {
  if (!declared) return;
  if (patch === null) throw new ApiFailure('conflict', { text: 'declaredRole' });
  if (patch['slug'] !== undefined && patch['slug'] !== slug) throw invalidField('slug', translate('declaredRole'));
  if (slug === FULL_ROLE && patch['permissions'] !== undefined)
    throw invalidField('permissions', translate('fullRole'));
};

/**
 * A role on a matrix's sharing list cannot be deleted, because a new role with the same slug would inherit the access.
 */
const refuseNamed = async (tx: Database, roles: readonly RoleRow[]): Promise<void> => {
  const named = sql.join(
    roles.map(({ slug }) => isNamed(slug)),
    sql` or `,
  );
  const [row] = await rowsOf<{ matrices: number }>(
    tx,
    sql`select count(*)::integer as matrices from matrices where ${named}`,
  );
  if (row && row.matrices > 0)
    throw new ApiFailure('conflict', { text: 'roleNamed', values: { number: row.matrices } });
};

const refuseStronger = async ({ tx, caller, ids, patch }: Write, roles: readonly RoleRow[]): Promise<void> => {
  const holders = (await holdersOf(tx, ids)).filter(({ id }) => id !== caller.id);
  const held = [...roles.flatMap(({ slugs }) => slugs), ...holders.flatMap(({ rights }) => rights)];
  if (missingSlugs(caller, held).length === 0) return;
  // §8: a 403 shows no notice, so in a form the message must be at the field.
  const errors = { permissions: [translate('roleStronger')] };
  throw new ApiFailure('forbidden', { text: 'roleStronger', ...(patch && { errors }) });
};

const ownRights = async (tx: Database, { id }: Caller): Promise<string[]> =>
  (await userRightsOf(tx, [id])).flatMap(({ rights }) => rights);

/** Matrices are shared with roles and users by slug, so a new slug has to be written there too. */
export const touchedWithRoles: FindTouched = async (tx, { ids, patches }) => {
  await lockAdministration(tx);
  const slugs = (patches ?? []).flatMap(({ slug }) => slug ?? []);
  const renamed = slugs.length > 0 ? (await rolesOf(tx, ids)).filter(({ slug }) => !slugs.includes(slug)) : [];
  if (renamed.length === 0) return null;
  const holders = await holdersOf(
    tx,
    renamed.map(({ id }) => id),
  );
  const shared: number[] = [];
  for (const { slug } of renamed) shared.push(...(await matricesNaming(tx, slug)));
  const strength = 'no key update';
  return [
    { table: users, key: users.id, values: holders.map(({ id }) => id), strength },
    { table: matrices, key: matrices.id, values: shared, strength },
  ];
};

const matricesNaming = async (tx: Database, slug: string): Promise<number[]> => {
  const rows = await rowsOf<{ id: number }>(tx, sql`select id from matrices where ${isNamed(slug)}`);
  return rows.map(({ id }) => id);
};

const isNamed = (slug: string): SQL => sql`access @> ${JSON.stringify({ roles: [{ slug }] })}::jsonb`;

/** Sharing lists refer to roles by slug, so renaming a role must update them. @returns ids of the changed matrices */
const renameInMatrices = async (
  { tx, changes }: Write,
  before: readonly RoleRow[],
  after: readonly RoleRow[],
): Promise<number[]> => {
  const ids: number[] = [];
  for (const { id, slug } of before) {
    const now = after.find(role => role.id === id)?.slug ?? slug;
    if (now === slug) continue;
    const named = await rowsOf<{ id: number }>(
      tx,
      sql`update matrices r set ${stampSql(changes)}, access = jsonb_set(access, '{roles}', (
          select jsonb_agg(case when one.value ->> 'slug' = ${slug}::text
            then jsonb_set(one.value, '{slug}', to_jsonb(${now}::text)) else one.value end)
          from jsonb_array_elements(access -> 'roles') one))
        where ${isNamed(slug)} returning id`,
    );
    ids.push(...named.map(row => row.id));
  }
  return ids;
};
