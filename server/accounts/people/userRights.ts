import { sql } from 'drizzle-orm';
import { channels } from '#contract/events.ts';
import { permissionSlugs } from '#contract/permissions.ts';
import { matrixRoles } from '#contract/roles.ts';
import { type Database, queryRows } from '../../db/database.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { ApiFailure } from '../../http/errors.ts';
import { type Caller, DEMO_DOMAIN } from '../session/caller.ts';

export interface UserRights {
  id: number;
  role: string;
  status: 'active' | 'blocked';
  email: string;
  rights: string[];
}

export const readUserRights = (db: Database, ids: readonly number[]): Promise<UserRights[]> =>
  queryRows<UserRights>(
    db,
    sql`select id, role, status, email, array(select slug from user_rights where user_id = users.id) as rights
      from users where id = any(${sql.param([...ids])}::integer[])`,
  );

export const readRoleHolders = (db: Database, roleIds: readonly number[]): Promise<UserRights[]> =>
  queryRows<UserRights>(
    db,
    sql`select id, role, status, email, array(select slug from user_rights where user_id = users.id) as rights
      from users where role in (select slug from roles where id = any(${sql.param([...roleIds])}::integer[]))`,
  );

/**
 * Serialises changes to users and roles. Otherwise two admins who remove each other at the same moment could leave no
 * admin. This lock has to be taken before all others.
 */
export const lockAdministration = async (tx: Database): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('vitrina administration'))`);
};

/**
 * Whether an active user with all permissions exists, outside the matrix roles. Demo accounts count only when one of
 * them is calling, because on a public host they cannot sign in.
 */
const hasAdministrator = async (db: Database, { id }: Caller): Promise<boolean> => {
  const isDemo = sql`email like ${`%${DEMO_DOMAIN}`}`;
  const rows = await queryRows<{ id: number }>(
    db,
    sql`select id from users where status = 'active'
      and (not ${isDemo} or exists (select 1 from users where id = ${id} and ${isDemo})) and not role = any(${sql.param([...matrixRoles])}::text[])
      and (select count(*) from user_rights where user_id = users.id
        and slug = any(${sql.param([...permissionSlugs])}::text[])) = ${permissionSlugs.length} limit 1`,
  );
  return rows.length > 0;
};

/**
 * Runs a change to users or roles, under `lockAdministration`.
 * @throws {ApiFailure} 409 when no admin would remain who could undo it
 */
export const ensureAdministratorRemains = async <T>(
  tx: Database,
  caller: Caller,
  operation: () => Promise<T>,
): Promise<T> => {
  const hadAdministrator = await hasAdministrator(tx, caller);
  const result = await operation();
  if (hadAdministrator && !(await hasAdministrator(tx, caller)))
    throw new ApiFailure('conflict', { text: 'lastAdministrator' });
  return result;
};

/**
 * Users may administer accounts only in their own name. Otherwise an impersonator could grant permissions, or change
 * either account involved, in another user's name. A 409 rather than a 403, because clients show no notice for a 403
 * (§8).
 * @throws {ApiFailure} 409 while the caller acts as another user
 */
export const assertNotActing = ({ actor }: Caller): void => {
  if (actor) throw new ApiFailure('conflict', { text: 'actingPeople' });
};

export const listMissingSlugs = ({ grantedSlugs }: Caller, slugs: readonly string[]): string[] =>
  slugs.filter(slug => !grantedSlugs.has(slug));

/** @throws {ApiFailure} 403 at the field when the caller grants permissions they lack */
export const assertCanGrant = (caller: Caller, slugs: readonly string[], field: string): void => {
  if (listMissingSlugs(caller, slugs).length === 0) return;
  const failure = new ApiFailure('forbidden', { text: 'grantLacking' });
  throw new ApiFailure('forbidden', { text: 'grantLacking', errors: { [field]: [failure.message] } });
};

export const notifyProfileChange = ({ realtime }: Pick<ServerDeps, 'realtime'>, ids: readonly number[]): void => {
  for (const id of ids) realtime.emit(channels.user(id), 'PROFILE_CHANGE', {});
};
