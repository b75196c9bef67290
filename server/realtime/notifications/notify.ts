import { inArray, lt, sql } from 'drizzle-orm';
import { channels } from '#contract/events.ts';
import type { Notification, NotificationKind } from '#contract/notifications.ts';
import { type Database, queryRows } from '../../db/database.ts';
import { notifications, users } from '../../db/schema.ts';
import type { ServerDeps } from '../../http/deps.ts';

export type NewNotification = {
  [K in NotificationKind]: Pick<Extract<Notification, { kind: K }>, 'kind' | 'payload' | 'link'>;
}[NotificationKind];

export interface NotifiedUsers {
  at: Date;
  notified: (userIds: readonly number[]) => void;
}

/**
 * Inserts notifications in the transaction of the event itself, so that neither exists without the other. After the
 * commit the recipients' tabs must be updated: `change` does so, other callers use `emitNotificationsChange`.
 */
export const notify = async (
  tx: Database,
  changes: NotifiedUsers,
  recipientIds: readonly number[],
  notification: NewNotification,
): Promise<void> => {
  const userIds = [...new Set(recipientIds)];
  if (userIds.length === 0) return;
  const actor = 'by' in notification.payload && notification.payload.by !== null ? await readActorName(tx) : null;
  const payload = actor === null ? notification.payload : { ...notification.payload, acted_by: actor };
  const row = { ...notification, payload, created_at: changes.at };
  await tx.insert(notifications).values(userIds.map(user_id => ({ ...row, user_id })));
  changes.notified(userIds);
};

export const collectNotified = (timestamp: Date): NotifiedUsers & { userIds: Set<number> } => {
  const userIds = new Set<number>();
  return {
    at: timestamp,
    userIds,
    notified: ids => {
      for (const id of ids) userIds.add(id);
    },
  };
};

/**
 * Tells all tabs of these users that their notifications have changed. Call it after the commit, because the tabs would
 * otherwise read the old state.
 */
export const emitNotificationsChange = (
  { realtime }: Pick<ServerDeps, 'realtime'>,
  userIds: Iterable<number>,
): void => {
  for (const id of userIds) realtime.emit(channels.user(id), 'NOTIFICATIONS_CHANGE', {});
};

export const readUserName = async (db: Database, id: number | null): Promise<string | null> => {
  if (id === null) return null;
  const [user] = await queryRows<{ name: string }>(
    db,
    sql`select first_name || ' ' || last_name as name from ${users} where id = ${id}`,
  );
  return user?.name ?? null;
};

/** The name of the actor of this transaction (`writeAs`); null unless it is done while acting as another user. */
const readActorName = async (tx: Database): Promise<string | null> => {
  const [actor] = await queryRows<{ name: string }>(
    tx,
    sql`select first_name || ' ' || last_name as name from ${users} where id = change_actor()`,
  );
  return actor?.name ?? null;
};

/** Days until a notification is deleted, read or not, so that the table stays small. */
export const NOTIFICATION_DAYS = 90;
/** Rows deleted per statement, so that the embedded database is not blocked for long. */
const BATCH_SIZE = 5000;

export const pruneNotifications = async ({ db, clock }: Pick<ServerDeps, 'db' | 'clock'>): Promise<void> => {
  const before = new Date(clock().getTime() - NOTIFICATION_DAYS * 86_400_000);
  const oldNotifications = db
    .select({ id: notifications.id })
    .from(notifications)
    .where(lt(notifications.created_at, before));
  await db.delete(notifications).where(inArray(notifications.id, oldNotifications.limit(BATCH_SIZE)));
};
