import { sql } from 'drizzle-orm';
import { channels } from '#contract/events.ts';
import { type Database, rowsOf } from '../db/database.ts';
import type { Deps } from '../http/deps.ts';

/**
 * Sets the author of a transaction. From then on triggers record its changes in the author's current draft (decision
 * 54). Changes without an author, such as seeds, are not recorded.
 */
export const writeAs = async (tx: Database, author: number | undefined): Promise<void> => {
  if (author === undefined) return;
  await tx.execute(sql`select set_config('vitrina.by', ${String(author)}, true)`);
};

export const hasDrafted = async (tx: Database): Promise<boolean> => {
  const [row] = await rowsOf<{ draft: string | null }>(
    tx,
    sql`select nullif(current_setting('vitrina.draft', true), '') as draft`,
  );
  return typeof row?.draft === 'string';
};

/** Announces that a user's current draft changed. Call it after the commit, or clients would fetch the old state. */
export const announceDraft = ({ realtime }: Pick<Deps, 'realtime'>, manager_id: number | null): void =>
  realtime.emit(channels.drafts, 'DRAFTS_CURRENT_DRAFT_CHANGE', { manager_id });
