import { and, eq, type SQL, sql } from 'drizzle-orm';
import { listPriceFields } from '#contract/priceChanges.ts';
import { declaredResources, getCollection } from '#contract/records.ts';
import type { Database } from '../db/database.ts';
import { batches, runs } from '../db/schema.ts';
import type { BatchDescription } from './author.ts';

const priceFields = [...new Set(declaredResources.flatMap(name => listPriceFields(getCollection(name))))];

/**
 * What a batch changed, by entity. Reads all of its changes, so it is stored once the batch is complete. A function,
 * because planning it takes longer than a page of the history, where few batches need it.
 */
export const summarySql = (batchId: SQL): SQL => sql`summarize_batch(${batchId}, ${sql.param(priceFields)}::text[])`;

/** Call it at the end of a write that took several transactions. */
export const completeBatch = async (db: Database, batchId: number): Promise<void> => {
  await db.execute(sql`update ${batches} set summary = ${summarySql(sql`${batchId}::integer`)} where id = ${batchId}`);
};

/** Hours after which a batch without a summary is taken for complete, because its process may have been killed. */
const INCOMPLETE_HOURS = 1;
/** The same for a write of one request, which is complete long before. Until then it is counted by whoever reads it. */
const RECENT_MINUTES = 1;
/** Runs and bulk edits may go on for longer, and complete their batches themselves. */
const isCompleteSql = sql`case when ${batches.details} ? 'run_id' or ${batches.kind} = 'bulk'
  then ${batches.at} < now() - make_interval(hours => ${INCOMPLETE_HOURS})
  else ${batches.at} < now() - make_interval(mins => ${RECENT_MINUTES}) end`;
/** Batches completed per statement, so that the embedded database is not blocked for long. */
const BATCH_SIZE = 500;

/** Single writes are completed here, because counting would slow each of them down. */
export const completeBatches = async (db: Database): Promise<void> => {
  await db.execute(sql`
    update ${batches} set summary = ${summarySql(sql`${batches.id}`)}
    where id in (
      select id from ${batches} where summary is null and ${isCompleteSql}
      order by id limit ${BATCH_SIZE}
    )`);
};

/**
 * The batch of an import, which goes on over a restart of the server. Until the run has written something, there is only
 * its description.
 */
export const readRunBatch = async (db: Database, runId: number): Promise<BatchDescription> => {
  const [run] = await db.select({ details: runs.details }).from(runs).where(eq(runs.id, runId));
  const fileName = run?.details['file_name'];
  return {
    kind: 'import',
    details: { run_id: runId, ...(typeof fileName === 'string' && { name: fileName }) },
    id: await findRunBatch(db, runId),
  };
};

/** The batch that a run has begun. */
export const findRunBatch = async (db: Database, runId: number): Promise<number | undefined> => {
  const [batch] = await db
    .select({ id: batches.id })
    .from(batches)
    .where(and(sql`${batches.details} ? 'run_id'`, sql`(${batches.details} ->> 'run_id')::integer = ${runId}`));
  return batch?.id;
};
