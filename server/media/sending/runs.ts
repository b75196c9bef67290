import { and, asc, eq, inArray, ne, notInArray, sql } from 'drizzle-orm';
import type { Sending, SendingCafe, SendingLogItem } from '#contract/sending.ts';
import type { Database } from '../../db/database.ts';
import { cafes, runs, sendingCafes, sendingTasks, sentMedia } from '../../db/schema.ts';
import { activeStatuses, createRunStore, type NewLogLine } from '../../jobs/runs.ts';
import { DeliveryError } from './refusal.ts';
import { type Cafe, hashDestination } from './target.ts';

export type NewSendingLine = NewLogLine<SendingLogItem>;

interface SendingDetails {
  products: number;
  bytes: number;
  bytes_sent: number;
}

/**
 * The stored runs of sending and their logs. §4 has no failed status. A run that was ended by an error is cancelled and
 * `is_broken`.
 */
export const sendingStore = createRunStore<Sending, SendingLogItem, Record<string, never>, SendingDetails>({
  kind: 'sending',
  counts: {},
  present: async (db, runs) => {
    const cafesByRun = await readCafesByRun(
      db,
      runs.map(({ id }) => id),
    );
    return runs.map(({ details: { products, bytes, bytes_sent }, status, ...run }) => {
      const cafes = cafesByRun.get(run.id) ?? [];
      return {
        ...run,
        products,
        bytes,
        bytes_sent,
        status: status === 'finished' || status === 'processing' ? status : 'canceled',
        is_broken: status === 'failed',
        counts: sumCounts(cafes),
        cafes,
      };
    });
  },
});

export const sumCounts = (cafes: Iterable<SendingCafe>): Sending['counts'] => {
  const counts = { sent: 0, unchanged: 0, failed: 0 };
  for (const { sent, unchanged, failed } of cafes) {
    counts.sent += sent;
    counts.unchanged += unchanged;
    counts.failed += failed;
  }
  return counts;
};

const readCafesByRun = async (db: Database, ids: readonly number[]): Promise<Map<number, SendingCafe[]>> => {
  const cafesByRun = new Map<number, SendingCafe[]>();
  if (ids.length === 0) return cafesByRun;
  const rows = await db
    .select()
    .from(sendingCafes)
    .where(inArray(sendingCafes.run_id, [...ids]))
    .orderBy(asc(sendingCafes.name), asc(sendingCafes.cafe_id));
  for (const { run_id, cafe_id, ...cafe } of rows)
    cafesByRun.set(run_id, [...(cafesByRun.get(run_id) ?? []), { id: cafe_id, ...cafe }]);
  return cafesByRun;
};

export const hasTask = sql`exists (select from ${sendingTasks} where ${sendingTasks.run_id} = ${runs.id})`;

/**
 * What is left of an active run: the cafes that it has not ended with, also those that were archived in the meantime,
 * since a run that is not interrupted sends to them, too. Null if the run has ended.
 */
export const readTask = async (db: Database, run: Sending) => {
  const [task] = await db.select().from(sendingTasks).where(eq(sendingTasks.run_id, run.id));
  if (!task) return null;
  const ids = run.cafes.filter(({ status }) => status === 'waiting' || status === 'processing').map(({ id }) => id);
  const targets = await db.select().from(cafes).where(inArray(cafes.id, ids)).orderBy(asc(cafes.name), asc(cafes.id));
  return {
    ids: task.product_ids,
    anew: task.anew,
    targets,
    missing: ids.filter(id => !targets.some(cafe => cafe.id === id)),
  };
};

export const removeEndedTasks = async (db: Database): Promise<void> => {
  const ended = db
    .select({ id: runs.id })
    .from(runs)
    .where(notInArray(runs.status, [...activeStatuses]));
  await db.delete(sendingTasks).where(inArray(sendingTasks.run_id, ended));
};

export const insertCafes = async (tx: Database, id: number, targets: readonly Cafe[]): Promise<void> => {
  const waitingCafes = targets.map(cafe => ({
    run_id: id,
    cafe_id: cafe.id,
    name: cafe.name,
    status: 'waiting' as const,
  }));
  await tx.insert(sendingCafes).values(waitingCafes);
};

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

/** Marks the unfinished cafes of runs as cancelled, because the engine only ends the runs themselves. */
export const cancelCafes = async (tx: Database, ids: readonly number[]): Promise<void> => {
  await tx
    .update(sendingCafes)
    .set({ status: 'canceled' })
    .where(and(inArray(sendingCafes.run_id, [...ids]), inArray(sendingCafes.status, ['waiting', 'processing'])));
};

/** No file has this hash, so a file with this one is sent again. */
const UNKNOWN_HASH = '';

/**
 * Makes the next sending send these products' files again, whatever becomes of this run, except what the run itself has
 * sent. The rows stay, because they tell which products a cafe still shows.
 */
export const forgetDeliveries = async (
  tx: Database,
  { runId, targets, ids }: { runId: number; targets: readonly Cafe[]; ids: readonly number[] },
): Promise<void> => {
  for (const cafe of targets)
    await tx.execute(sql`update ${sentMedia} set hash = ${UNKNOWN_HASH}
      from unnest(${sql.param(ids)}::integer[]) as product (id)
      where cafe_id = ${cafe.id} and destination = ${hashDestination(cafe)}
        and path >= product.id || '/' and path < product.id || '0'
        and run_id is distinct from ${runId} and hash <> ${UNKNOWN_HASH}`);
};

/** Whether any file is recorded as delivered to where the cafe's files go now. */
export const hasDeliveries = async (db: Database, cafe: Cafe): Promise<boolean> => {
  const condition = and(
    eq(sentMedia.cafe_id, cafe.id),
    eq(sentMedia.destination, hashDestination(cafe)),
    ne(sentMedia.hash, UNKNOWN_HASH),
  );
  return (await db.$count(sentMedia, condition)) > 0;
};

/**
 * Records that a cafe has a file. The lock prevents the cafe from being deleted in the meantime. @throws
 * {DeliveryError} if the cafe has already been deleted
 */
export const recordDelivery = async (tx: Database, sentFile: typeof sentMedia.$inferInsert): Promise<void> => {
  const [cafe] = await tx.select({ id: cafes.id }).from(cafes).where(eq(cafes.id, sentFile.cafe_id)).for('key share');
  if (!cafe) throw new DeliveryError('removed', { scope: 'cafe' });
  await tx
    .insert(sentMedia)
    .values(sentFile)
    .onConflictDoUpdate({ target: [sentMedia.cafe_id, sentMedia.path], set: sentFile });
};
