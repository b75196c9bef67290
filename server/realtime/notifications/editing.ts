import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { HOME_PATH } from '#contract/addresses.ts';
import { type EditedResource, editedResources } from '#contract/editing.ts';
import { isOpenToRole } from '#contract/endpoint.ts';
import { isAllowed } from '#contract/permissions.ts';
import type { Caller } from '../../accounts/session/caller.ts';
import { type Database, queryPreparedRows, queryRows } from '../../db/database.ts';
import { editing } from '../../db/schema.ts';
import { getBinding } from '../../records/tableBinding.ts';
import { type NotifiedUsers, notify, readUserName } from './notify.ts';

interface EditedRecord {
  resource: EditedResource;
  id: number;
}

/** Seconds after which a form counts as closed, in case its process crashed; sockets renew theirs every half minute. */
const SILENCE_SECONDS = 90;
/** The same after a lost connection, long enough for a page to reconnect. */
const GRACE_SECONDS = 15;

const secondsFromNowSql = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;
const activeEditingCondition = gt(editing.expires_at, sql`now()`);

/** @returns whether the user may open the record at all */
export const recordEditing = async (db: Database, caller: Caller, { resource, id }: EditedRecord): Promise<boolean> => {
  const { collection, rows, table } = getBinding(resource);
  const access = collection.access.read;
  if (!isAllowed(access, caller.grantedSlugs) || !isOpenToRole(caller.role, { access })) return false;
  const known = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, id), rows?.visible(caller)));
  if (known.length === 0) return false;
  await db
    .insert(editing)
    .values({
      session_id: caller.sessionId,
      resource,
      record_id: id,
      user_id: caller.id,
      expires_at: secondsFromNowSql(SILENCE_SECONDS),
    })
    .onConflictDoUpdate({
      target: [editing.session_id, editing.resource, editing.record_id],
      set: {
        user_id: caller.id,
        expires_at: secondsFromNowSql(SILENCE_SECONDS),
        is_told: sql`${editing.is_told} and ${editing.expires_at} > now()`,
      },
    });
  return true;
};

export const endEditing = async (
  db: Database,
  { sessionId }: Caller,
  { resource, id }: EditedRecord,
  how: 'closed' | 'gone',
): Promise<void> => {
  const formCondition = and(
    eq(editing.session_id, sessionId),
    eq(editing.resource, resource),
    eq(editing.record_id, id),
  );
  if (how === 'closed') await db.delete(editing).where(formCondition);
  else
    await db
      .update(editing)
      .set({ expires_at: secondsFromNowSql(GRACE_SECONDS) })
      .where(and(formCondition, gt(editing.expires_at, secondsFromNowSql(GRACE_SECONDS))));
};

interface ChangedRecords {
  by: number | null;
  changed: readonly (readonly [resource: string, ids: readonly number[]])[];
}

/**
 * Notifies everyone editing a changed record except the author of the change. Only once per form, since more would not
 * help them. As the last statement of a change it also finds out whether triggers recorded anything in a draft.
 */
export const notifyEditing = async (
  tx: Database,
  people: NotifiedUsers,
  { by, changed }: ChangedRecords,
): Promise<{ isDrafted: boolean }> => {
  const editedChanges = changed.filter(([name]) => editedResources.some(one => one === name));
  const [closing] = await queryPreparedRows<ClosedForm>(
    tx,
    sql`with told as (
        update editing set is_told = true
        from unnest(${sql.param(editedChanges.flatMap(([name, ids]) => ids.map(() => name)))}::text[],
          ${sql.param(editedChanges.flatMap(([, ids]) => ids))}::integer[]) changed (resource, id)
        where editing.resource = changed.resource and editing.record_id = changed.id and ${activeEditingCondition}
          and user_id <> ${by}::integer and not is_told
        returning changed.resource, changed.id, user_id as user
      )
      select nullif(current_setting('vitrina.draft', true), '') is not null as is_drafted,
        coalesce((select json_agg(told) from told), '[]') as told`,
  );
  const told = closing?.told ?? [];
  for (const { resource, id } of new Map(told.map(one => [`${one.resource} ${one.id}`, one])).values()) {
    const { table } = getBinding(resource);
    const [record] = await queryRows<{ name: string }>(tx, sql`select name from ${table} where ${table.id} = ${id}`);
    await notify(
      tx,
      people,
      told.filter(one => one.resource === resource && one.id === id).map(({ user }) => user),
      {
        kind: 'record_changed',
        payload: { resource, name: String(record?.name ?? id), by: await readUserName(tx, by) },
        link: `${HOME_PATH}/${resource}/${id}`,
      },
    );
  }
  return { isDrafted: closing?.is_drafted ?? false };
};

interface ClosedForm {
  is_drafted: boolean;
  told: { resource: EditedResource; id: number; user: number }[];
}

export const pruneEditing = async (db: Database): Promise<void> => {
  await db.delete(editing).where(lt(editing.expires_at, sql`now()`));
};
