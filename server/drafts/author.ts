import { sql } from 'drizzle-orm';
import { channels } from '#contract/events.ts';
import type { Author } from '../accounts/author.ts';
import type { Database } from '../db/database.ts';
import type { ServerDeps } from '../http/deps.ts';

/**
 * Sets the author of a transaction, and the actor during impersonation. From then on triggers record its changes in the
 * author's current draft (decision 54). Changes without an author, such as seeds, are not recorded.
 * @param lockWait lock timeout in ms; without it, the transaction waits as long as necessary
 */
export const writeAs = async (tx: Database, author: Author | undefined, lockWait?: number): Promise<void> => {
  const settings = [
    ...(author === undefined ? [] : sessionSettings(author)),
    ...(lockWait === undefined ? [] : [sql`set_config('lock_timeout', ${String(lockWait)}, true)`]),
  ];
  if (settings.length > 0) await tx.execute(sql`select ${sql.join(settings, sql`, `)}`);
};

const sessionSettings = (author: Author) => [
  sql`set_config('vitrina.by', ${String(author.id)}, true)`,
  actorSetting(author),
];

const actorSetting = ({ actorId }: Author) => sql`set_config('vitrina.actor', ${String(actorId ?? '')}, true)`;

/** Sets only the actor, for a transaction that changes no records. */
export const setActor = async (tx: Database, author: Author | undefined): Promise<void> => {
  if (author) await tx.execute(sql`select ${actorSetting(author)}`);
};

/** Announces that a user's current draft changed. Call it after the commit, or clients would fetch the old state. */
export const announceDraft = ({ realtime }: Pick<ServerDeps, 'realtime'>, manager_id: number | null): void =>
  realtime.emit(channels.drafts, 'DRAFTS_CURRENT_DRAFT_CHANGE', { manager_id });
