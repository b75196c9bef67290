import { sql } from 'drizzle-orm';
import type { BatchDetails, BatchKind } from '#contract/batches.ts';
import { channels } from '#contract/events.ts';
import type { Author } from '../accounts/author.ts';
import type { Database } from '../db/database.ts';
import type { ServerDeps } from '../http/deps.ts';

/** What the batch of a write is, and which batch it continues. */
export interface BatchDescription {
  kind: BatchKind;
  details?: BatchDetails;
  /** Set once a transaction has added the batch, so that the following ones of the same write continue it. */
  id?: number | undefined;
}

interface WriteSettings {
  batch?: BatchDescription | undefined;
  /** Lock timeout in ms; without it, the transaction waits as long as necessary. */
  lockWait?: number | undefined;
}

/**
 * Sets the author of a transaction, the actor during impersonation, and the batch. From then on triggers record its
 * changes (decision 54). The database refuses changes without an author, except in `writeUnrecorded`.
 */
export const writeAs = async (
  tx: Database,
  author: Author | undefined,
  { batch, lockWait }: WriteSettings = {},
): Promise<void> => {
  const settings = [
    ...(author === undefined ? [] : authorSettings(author)),
    ...(batch === undefined ? [] : batchSettings(batch)),
    ...(lockWait === undefined ? [] : [setSql('lock_timeout', String(lockWait))]),
  ];
  if (settings.length > 0) await tx.execute(sql`select ${sql.join(settings, sql`, `)}`);
};

/** Replaces the description given to `writeAs`. Has no effect once something has been written. */
export const describeBatch = async (tx: Database, batch: BatchDescription): Promise<void> => {
  await tx.execute(sql`select ${sql.join(batchSettings(batch), sql`, `)}`);
};

/** For writes of the system itself, such as seeds, which have no author and are not recorded. */
export const writeUnrecorded = <T>(db: Database, operation: (tx: Database) => Promise<T>): Promise<T> =>
  db.transaction(async tx => {
    await tx.execute(sql`select ${setSql('vitrina.unrecorded', 'on')}`);
    return operation(tx);
  });

const setSql = (name: string, value: string) => sql`set_config(${name}, ${value}, true)`;

const authorSettings = (author: Author) => [setSql('vitrina.by', String(author.id)), actorSetting(author)];

const batchSettings = ({ id, kind, details = {} }: BatchDescription) => [
  id === undefined
    ? setSql('vitrina.batch_description', JSON.stringify({ kind, details }))
    : setSql('vitrina.batch', String(id)),
];

const actorSetting = ({ actorId }: Author) => setSql('vitrina.actor', String(actorId ?? ''));

/** Sets only the actor, for a transaction that changes no records. */
export const setActor = async (tx: Database, author: Author | undefined): Promise<void> => {
  if (author) await tx.execute(sql`select ${actorSetting(author)}`);
};

/** Announces that a user's current draft changed. Call it after the commit, or clients would fetch the old state. */
export const announceDraft = ({ realtime }: Pick<ServerDeps, 'realtime'>, manager_id: number | null): void =>
  realtime.emit(channels.drafts, 'DRAFTS_CURRENT_DRAFT_CHANGE', { manager_id });
