import { and, count, desc, eq, inArray, isNull, lte, type SQL } from 'drizzle-orm';
import type { Notification } from '#contract/notifications.ts';
import type { Database } from '../../db/database.ts';
import { notifications } from '../../db/schema.ts';

export const readNotifications = async (
  db: Database,
  userId: number,
  { page, per_page }: { page: number; per_page: number },
) => {
  const rows = await db
    .select()
    .from(notifications)
    .where(eq(notifications.user_id, userId))
    .orderBy(desc(notifications.id))
    .limit(per_page)
    .offset((page - 1) * per_page);
  const total = await countNotifications(db, eq(notifications.user_id, userId));
  return { items: rows.map(toNotification), total, page, per_page, unread: await countUnread(db, userId) };
};

const toNotification = ({ user_id: _, ...row }: typeof notifications.$inferSelect): Notification =>
  ({
    ...row,
    created_at: row.created_at.toISOString(),
    read_at: row.read_at?.toISOString() ?? null,
  }) as Notification;

const countNotifications = async (db: Database, condition: SQL | undefined): Promise<number> => {
  const [row] = await db.select({ total: count() }).from(notifications).where(condition);
  return row?.total ?? 0;
};

export const countUnread = (db: Database, userId: number): Promise<number> =>
  countNotifications(db, unreadCondition(userId));

const unreadCondition = (userId: number) => and(eq(notifications.user_id, userId), isNull(notifications.read_at));

interface MarkReadOptions {
  selection: { ids: readonly number[] } | { until: number };
  at: Date;
}

/**
 * Marks the user's notifications read.
 * @returns whether any was unread, so that tabs are only updated in that case
 */
export const markRead = async (db: Database, userId: number, { selection, at }: MarkReadOptions): Promise<boolean> => {
  const whichCondition =
    'ids' in selection ? inArray(notifications.id, [...selection.ids]) : lte(notifications.id, selection.until);
  const rows = await db
    .update(notifications)
    .set({ read_at: at })
    .where(and(unreadCondition(userId), whichCondition))
    .returning({ id: notifications.id });
  return rows.length > 0;
};
