import { and, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm';
import { HOME } from '#contract/addresses.ts';
import { type EditedResource, editedResources } from '#contract/editing.ts';
import { isOpenToRole } from '#contract/endpoint.ts';
import { allows } from '#contract/permissions.ts';
import type { Caller } from '../../accounts/session/caller.ts';
import { type Database, rowsOf } from '../../db/database.ts';
import { editing } from '../../db/schema.ts';
import { bindingOf } from '../../records/tableBinding.ts';
import { type Notified, nameOfUser, notify } from './notify.ts';

interface EditedRecord {
  resource: EditedResource;
  id: number;
}

/** Seconds after which a form counts as closed, in case its process crashed; sockets renew theirs every half minute. */
const SILENCE = 90;
/** The same after a lost connection. A page that reconnects is back by then. */
const GRACE = 15;

const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;
const isHere = gt(editing.expires_at, sql`now()`);

/** Records that a user is editing a record, or still is. @returns whether they may open it at all */
export const recordEditing = async (db: Database, caller: Caller, { resource, id }: EditedRecord): Promise<boolean> => {
  const { collection, rows, table } = bindingOf(resource);
  const access = collection.access.read;
  if (!allows(access, caller.granted) || !isOpenToRole(caller.role, { access })) return false;
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
      expires_at: inSeconds(SILENCE),
    })
    .onConflictDoUpdate({
      target: [editing.session_id, editing.resource, editing.record_id],
      set: {
        user_id: caller.id,
        expires_at: inSeconds(SILENCE),
        is_told: sql`${editing.is_told} and ${editing.expires_at} > now()`,
      },
    });
  return true;
};

/** Records that a form was closed, or that its connection was lost, in which case it may come back. */
export const endEditing = async (
  db: Database,
  { sessionId }: Caller,
  { resource, id }: EditedRecord,
  how: 'closed' | 'gone',
): Promise<void> => {
  const which = and(eq(editing.session_id, sessionId), eq(editing.resource, resource), eq(editing.record_id, id));
  if (how === 'closed') await db.delete(editing).where(which);
  else
    await db
      .update(editing)
      .set({ expires_at: inSeconds(GRACE) })
      .where(and(which, gt(editing.expires_at, inSeconds(GRACE))));
};

interface Changed {
  by: number | null;
  resource: string;
  ids: readonly number[];
}

/**
 * Notifies everyone editing a changed record except the author of the change. Only once per form, since more would not
 * help them.
 */
export const notifyEditing = async (
  tx: Database,
  people: Notified,
  { by, resource: name, ids }: Changed,
): Promise<void> => {
  const resource = editedResources.find(one => one === name);
  if (!resource || by === null || ids.length === 0) return;
  const notified = await tx
    .update(editing)
    .set({ is_told: true })
    .where(
      and(
        eq(editing.resource, resource),
        inArray(editing.record_id, sql`(select unnest(${sql.param([...ids])}::integer[]))`),
        ne(editing.user_id, by),
        eq(editing.is_told, false),
        isHere,
      ),
    )
    .returning({ id: editing.record_id, user: editing.user_id });
  const { table } = bindingOf(resource);
  for (const id of new Set(notified.map(one => one.id))) {
    const [record] = await rowsOf<{ name: string }>(tx, sql`select name from ${table} where ${table.id} = ${id}`);
    await notify(
      tx,
      people,
      notified.filter(one => one.id === id).map(({ user }) => user),
      {
        kind: 'record_changed',
        payload: { resource, name: String(record?.name ?? id), by: await nameOfUser(tx, by) },
        link: `${HOME}/${resource}/${id}`,
      },
    );
  }
};

export const pruneEditing = async (db: Database): Promise<void> => {
  await db.delete(editing).where(lt(editing.expires_at, sql`now()`));
};
