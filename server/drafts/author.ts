import { sql } from 'drizzle-orm';
import { channels } from '#contract/events.ts';
import { type Database, rowsOf } from '../db/database.ts';
import type { Deps } from '../deps.ts';

/**
 * From here to its end a transaction writes in somebody's name: what it changes goes into their current draft, by
 * triggers of the database (decision 0054). What nobody writes is recorded nowhere.
 */
export const writeAs = async (tx: Database, author: number | undefined): Promise<void> => {
  if (author === undefined) return;
  await tx.execute(sql`select set_config('vitrina.by', ${String(author)}, true)`);
};

/** Whether a transaction has changed its author's draft so far. */
export const hasDrafted = async (tx: Database): Promise<boolean> => {
  const [row] = await rowsOf<{ draft: string | null }>(
    tx,
    sql`select nullif(current_setting('vitrina.draft', true), '') as draft`,
  );
  return typeof row?.draft === 'string';
};

/** Tells that somebody's current draft is another one now; after the commit. */
export const announceDraft = ({ realtime }: Pick<Deps, 'realtime'>, manager_id: number | null): void =>
  realtime.emit(channels.drafts, 'DRAFTS_CURRENT_DRAFT_CHANGE', { manager_id });
