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

/**
 * Seconds after which a form counts as closed, in case its process has crashed. Sockets renew the entries of their
 * forms every 30 seconds.
 */
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
  const knownRows = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, id), rows?.visible(caller)));
  if (knownRows.length === 0) return false;
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
  reason: 'closed' | 'gone',
): Promise<void> => {
  const formCondition = and(
    eq(editing.session_id, sessionId),
    eq(editing.resource, resource),
    eq(editing.record_id, id),
  );
  if (reason === 'closed') await db.delete(editing).where(formCondition);
  else
    await db
      .update(editing)
      .set({ expires_at: secondsFromNowSql(GRACE_SECONDS) })
      .where(and(formCondition, gt(editing.expires_at, secondsFromNowSql(GRACE_SECONDS))));
};

interface ChangedRecords {
  authorId: number | null;
  changed: readonly (readonly [resource: string, ids: readonly number[]])[];
}

/**
 * Notifies everyone who is editing a changed record, except the author of the change, but only once per form. As the
 * last statement of a change, it also finds out whether triggers have recorded anything, and in which batch.
 */
export const notifyEditing = async (
  tx: Database,
  notifiedUsers: NotifiedUsers,
  { authorId, changed }: ChangedRecords,
): Promise<{ isDrafted: boolean; batchId: number | null }> => {
  const editedChanges = changed.filter(([name]) => editedResources.some(editedResource => editedResource === name));
  const [closedForm] = await queryPreparedRows<ClosedForm>(
    tx,
    sql`with told as (
        update editing set is_told = true
        from unnest(${sql.param(editedChanges.flatMap(([name, ids]) => ids.map(() => name)))}::text[],
          ${sql.param(editedChanges.flatMap(([, ids]) => ids))}::integer[]) changed (resource, id)
        where editing.resource = changed.resource and editing.record_id = changed.id and ${activeEditingCondition}
          and user_id <> ${authorId}::integer and not is_told
        returning changed.resource, changed.id, user_id as user
      )
      select nullif(current_setting('vitrina.draft', true), '') is not null as is_drafted,
        nullif(current_setting('vitrina.batch', true), '')::integer as batch_id,
        coalesce((select json_agg(told) from told), '[]') as told`,
  );
  const notifiedEditors = closedForm?.told ?? [];
  for (const { resource, id } of new Map(
    notifiedEditors.map(editor => [`${editor.resource} ${editor.id}`, editor]),
  ).values()) {
    const { table } = getBinding(resource);
    const [record] = await queryRows<{ name: string }>(tx, sql`select name from ${table} where ${table.id} = ${id}`);
    await notify(
      tx,
      notifiedUsers,
      notifiedEditors.filter(editor => editor.resource === resource && editor.id === id).map(({ user }) => user),
      {
        kind: 'record_changed',
        payload: { resource, name: String(record?.name ?? id), by: await readUserName(tx, authorId) },
        link: `${HOME_PATH}/${resource}/${id}`,
      },
    );
  }
  return { isDrafted: closedForm?.is_drafted ?? false, batchId: closedForm?.batch_id ?? null };
};

interface ClosedForm {
  is_drafted: boolean;
  batch_id: number | null;
  told: { resource: EditedResource; id: number; user: number }[];
}

export const pruneEditing = async (db: Database): Promise<void> => {
  await db.delete(editing).where(lt(editing.expires_at, sql`now()`));
};
