import { and, asc, count, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { Sending, SendingCafe, SendingLogItem } from '#contract/sending.ts';
import type { Database } from '../../db/database.ts';
import { cafes, sendingCafes, sendingLog, sendings, sentMedia, users } from '../../db/schema.ts';
import { translate } from '../../translate.ts';
import { NotDelivered } from './refusal.ts';
import type { Cafe } from './target.ts';

/** The runs of sending media, their cafes and their log, as the database keeps them. */

export const isActive: SQL = eq(sendings.status, 'processing');

/** A line before it has its number. */
export type Line = Omit<SendingLogItem, 'seq'>;

interface Slice {
  limit?: number;
  offset?: number;
}

const readRuns = async (
  db: Database,
  now: Date,
  where?: SQL,
  { limit = 1000, offset = 0 }: Slice = {},
): Promise<Sending[]> => {
  const rows = await db
    .select({ run: sendings, name: sql<string | null>`${users.first_name} || ' ' || ${users.last_name}` })
    .from(sendings)
    .leftJoin(users, eq(users.id, sendings.user_id))
    .where(where)
    .orderBy(desc(sendings.id))
    .limit(limit)
    .offset(offset);
  const cafesOf = await cafesByRun(
    db,
    rows.map(({ run }) => run.id),
  );
  return rows.map(({ run, name }) => {
    const cafes = cafesOf.get(run.id) ?? [];
    const sum = (kind: 'sent' | 'unchanged' | 'failed') => cafes.reduce((total, cafe) => total + cafe[kind], 0);
    return {
      id: run.id,
      status: run.status,
      is_broken: run.is_broken,
      progress: run.progress,
      counts: { sent: sum('sent'), unchanged: sum('unchanged'), failed: sum('failed') },
      products: run.products,
      bytes: run.bytes,
      bytes_sent: run.bytes_sent,
      elapsed: Math.max(0, (run.finished_at ?? now).getTime() - run.started_at.getTime()),
      cafes,
      started_at: run.started_at.toISOString(),
      finished_at: run.finished_at?.toISOString() ?? null,
      user: { id: run.user_id, name: name ?? translate('goneUser') },
    };
  });
};

const cafesByRun = async (db: Database, ids: readonly number[]): Promise<Map<number, SendingCafe[]>> => {
  const byRun = new Map<number, SendingCafe[]>();
  if (ids.length === 0) return byRun;
  const rows = await db
    .select()
    .from(sendingCafes)
    .where(inArray(sendingCafes.run_id, [...ids]))
    .orderBy(asc(sendingCafes.name), asc(sendingCafes.cafe_id));
  for (const { run_id, cafe_id, ...cafe } of rows)
    byRun.set(run_id, [...(byRun.get(run_id) ?? []), { id: cafe_id, ...cafe }]);
  return byRun;
};

/** A run by its id, or null. `now`: until when one that is on has been going on. */
export const readRun = async (db: Database, now: Date, id: number): Promise<Sending | null> =>
  (await readRuns(db, now, eq(sendings.id, id)))[0] ?? null;

/** The run that is on, or null. */
export const readActiveRun = async (db: Database, now: Date): Promise<Sending | null> =>
  (await readRuns(db, now, isActive))[0] ?? null;

/** A page of runs, the latest first. */
export const readRunPage = async (db: Database, now: Date, { page, per_page }: { page: number; per_page: number }) => {
  const items = await readRuns(db, now, undefined, { limit: per_page, offset: (page - 1) * per_page });
  const [counted] = await db.select({ total: count() }).from(sendings);
  return { items, total: counted?.total ?? 0, page, per_page };
};

/** Lines of a run's log after `after`, in order, and how many there are in all. */
export const readLog = async (db: Database, id: number, { after, limit }: { after: number; limit: number }) => {
  const rows = await db
    .select()
    .from(sendingLog)
    .where(and(eq(sendingLog.run_id, id), gt(sendingLog.seq, after)))
    .orderBy(asc(sendingLog.seq))
    .limit(limit);
  const log = rows.map(({ run_id: _, product_id, ...line }) => ({
    ...line,
    ...(product_id !== null && { product_id }),
  }));
  return { log, log_total: await lastSeq(db, id) };
};

/** The lines of a log are numbered without a gap, so the last number is how many there are. */
const lastSeq = async (db: Database, id: number): Promise<number> => {
  const [row] = await db
    .select({ seq: sql<number>`coalesce(max(${sendingLog.seq}), 0)` })
    .from(sendingLog)
    .where(eq(sendingLog.run_id, id));
  return row?.seq ?? 0;
};

/** Adds lines to the log of a run that this transaction holds. @returns them with their numbers */
export const writeLog = async (tx: Database, id: number, lines: readonly Line[]): Promise<SendingLogItem[]> => {
  if (lines.length === 0) return [];
  const last = await lastSeq(tx, id);
  const items = lines.map((line, at) => ({ seq: last + at + 1, ...line }));
  await tx.insert(sendingLog).values(items.map(item => ({ ...item, run_id: id })));
  return items;
};

interface NewRun {
  userId: number;
  products: number;
  targets: readonly Cafe[];
  at: Date;
}

/** Begins a run. A second one beside it violates the index `sendings_one_active`. */
export const insertRun = async (tx: Database, { userId, products, targets, at }: NewRun): Promise<number> => {
  const [row] = await tx
    .insert(sendings)
    .values({ user_id: userId, status: 'processing', products, started_at: at, heartbeat_at: sql`now()` })
    .returning({ id: sendings.id });
  const { id } = row as { id: number };
  await tx
    .insert(sendingCafes)
    .values(targets.map(cafe => ({ run_id: id, cafe_id: cafe.id, name: cafe.name, status: 'waiting' as const })));
  return id;
};

interface Step {
  progress?: number;
  bytes?: number;
  /** Added to what was sent. */
  sentBytes?: number;
}

/** Writes how far a run is, and holds it. @returns false when it is no longer processing: somebody ended it. */
export const holdRun = async (tx: Database, id: number, { progress, bytes, sentBytes = 0 }: Step): Promise<boolean> => {
  const rows = await tx
    .update(sendings)
    .set({
      ...(progress !== undefined && { progress }),
      ...(bytes !== undefined && { bytes }),
      bytes_sent: sql`${sendings.bytes_sent} + ${sentBytes}::bigint`,
      heartbeat_at: sql`now()`,
    })
    .where(and(eq(sendings.id, id), isActive))
    .returning({ id: sendings.id });
  return rows.length > 0;
};

/** Writes how it stands with a cafe of a run. */
export const writeCafe = async (
  tx: Database,
  runId: number,
  { id, name: _, ...values }: Pick<SendingCafe, 'id'> & Partial<SendingCafe>,
): Promise<void> => {
  if (Object.keys(values).length === 0) return;
  await tx
    .update(sendingCafes)
    .set(values)
    .where(and(eq(sendingCafes.run_id, runId), eq(sendingCafes.cafe_id, id)));
};

/** Takes note that a cafe has a file. @throws {NotDelivered} when the cafe is there no more */
export const acknowledge = async (tx: Database, sent: typeof sentMedia.$inferInsert): Promise<void> => {
  const [cafe] = await tx.select({ id: cafes.id }).from(cafes).where(eq(cafes.id, sent.cafe_id)).for('key share');
  if (!cafe) throw new NotDelivered('removed', { reach: 'cafe' });
  await tx
    .insert(sentMedia)
    .values(sent)
    .onConflictDoUpdate({ target: [sentMedia.cafe_id, sentMedia.path], set: sent });
};

interface Ending {
  to: 'finished' | 'canceled';
  isBroken?: boolean;
  at: Date;
}

/** Ends runs that are processing, and the cafes of them that have not come to their end. @returns those that were. */
export const endActive = async (tx: Database, which: SQL | undefined, ending: Ending): Promise<number[]> => {
  const { to, isBroken = false, at } = ending;
  const rows = await tx
    .update(sendings)
    .set({ status: to, is_broken: isBroken, finished_at: at, ...(to === 'finished' && { progress: 100 }) })
    .where(and(which, isActive))
    .returning({ id: sendings.id });
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0)
    await tx
      .update(sendingCafes)
      .set({ status: 'canceled' })
      .where(and(inArray(sendingCafes.run_id, ids), inArray(sendingCafes.status, ['waiting', 'processing'])));
  return ids;
};
