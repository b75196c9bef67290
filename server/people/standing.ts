import { sql } from 'drizzle-orm';
import { channels } from '#contract/events.ts';
import { permissionSlugs } from '#contract/permissions.ts';
import { FULL_ROLE, matrixRoles } from '#contract/roles.ts';
import { type Database, rowsOf } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { ApiFailure } from '../errors.ts';
import { type Caller, DEMO_DOMAIN } from '../session/caller.ts';

/** Somebody as far as the rules of administration ask. */
export interface Standing {
  id: number;
  role: string;
  status: 'active' | 'blocked';
  /** Slugs that they hold, by their role and beside it. */
  rights: string[];
}

/** These users, those that there are. */
export const standingsOf = (db: Database, ids: readonly number[]): Promise<Standing[]> =>
  rowsOf<Standing>(
    db,
    sql`select id, role, status, array(select slug from user_rights where user_id = users.id) as rights
      from users where id = any(${sql.param([...ids])}::integer[])`,
  );

/** Everybody who has one of these roles. */
export const holdersOf = (db: Database, roleIds: readonly number[]): Promise<Standing[]> =>
  rowsOf<Standing>(
    db,
    sql`select id, role, status, array(select slug from user_rights where user_id = users.id) as rights
      from users where role in (select slug from roles where id = any(${sql.param([...roleIds])}::integer[]))`,
  );

/** Lets one transaction at a time say who administers: of two at once the second sees what the first has done. */
const holdAdministration = async (tx: Database): Promise<void> => {
  await tx.execute(sql`select id from roles where slug = ${FULL_ROLE} for update`);
};

/**
 * Whether anybody active holds every permission and is confined to nothing. Accounts of the demonstration count where
 * one of them calls: where others reach the server they are shut out.
 */
const hasAdministrator = async (db: Database, { id, actor }: Caller): Promise<boolean> => {
  const isDemo = sql`email like ${`%${DEMO_DOMAIN}`}`;
  const rows = await rowsOf<{ id: number }>(
    db,
    sql`select id from users where status = 'active'
      and (not ${isDemo} or exists (select 1 from users where id = ${actor?.id ?? id} and ${isDemo})) and not role = any(${sql.param([...matrixRoles])}::text[])
      and (select count(*) from user_rights where user_id = users.id
        and slug = any(${sql.param([...permissionSlugs])}::text[])) = ${permissionSlugs.length} limit 1`,
  );
  return rows.length > 0;
};

/** Does something about people or roles. @throws {ApiFailure} 409 when it leaves nobody who could undo it */
export const keepingAnAdministrator = async <T>(tx: Database, caller: Caller, work: () => Promise<T>): Promise<T> => {
  await holdAdministration(tx);
  const had = await hasAdministrator(tx, caller);
  const result = await work();
  if (had && !(await hasAdministrator(tx, caller))) throw new ApiFailure('conflict', { text: 'lastAdministrator' });
  return result;
};

/** Those who call: the user, and whoever acts as them. */
export const isOneself = ({ id, actor }: Caller, userId: number): boolean => userId === id || userId === actor?.id;

/** Slugs that the caller lacks. */
export const lackingOf = ({ granted }: Caller, slugs: readonly string[]): string[] =>
  slugs.filter(slug => !granted.has(slug));

/** @throws {ApiFailure} 403, at the field, when somebody would hold what the caller does not */
export const refuseGrants = (caller: Caller, slugs: readonly string[], field: string): void => {
  if (lackingOf(caller, slugs).length === 0) return;
  const failure = new ApiFailure('forbidden', { text: 'grantLacking' });
  throw new ApiFailure('forbidden', { text: 'grantLacking', errors: { [field]: [failure.message] } });
};

/** Says to every window of these people that their profile is another one now. */
export const tellPeople = ({ realtime }: Pick<Deps, 'realtime'>, ids: readonly number[]): void => {
  for (const id of ids) realtime.emit(channels.user(id), 'PROFILE_CHANGE', {});
};
