import { type SQL, sql } from 'drizzle-orm';
import type { SecurityDetails, SecurityKind } from '#contract/security.ts';
import type { Author } from '../accounts/author.ts';
import type { Database } from '../db/database.ts';
import { securityEvents } from '../db/schema.ts';

export type EventOrigin = Omit<Author, 'id'> & { id: number | null };

export const systemOrigin: EventOrigin = { id: null, actorId: null, network: '' };

export interface NewEvent {
  kind: SecurityKind;
  about?: { resource: string; id: number | null; name?: string | null } | undefined;
  details?: SecurityDetails | undefined;
}

/** Rows per statement: each has 11 parameters, and PostgreSQL allows 65,535. */
const ROWS_PER_STATEMENT = 1000;

/**
 * Adds security events. Call it in the transaction of the recorded change, so that neither is stored without the other.
 */
export const recordEvents = async (
  db: Database,
  timestamp: Date,
  origin: EventOrigin | null,
  events: readonly NewEvent[],
): Promise<void> => {
  for (let start = 0; start < events.length; start += ROWS_PER_STATEMENT)
    await db
      .insert(securityEvents)
      .values(
        events.slice(start, start + ROWS_PER_STATEMENT).map(event => toRow(timestamp, origin ?? systemOrigin, event)),
      );
};

const toRow = (timestamp: Date, { id, actorId, network }: EventOrigin, { kind, about, details = {} }: NewEvent) => ({
  at: timestamp,
  kind,
  user_id: id,
  user_name: personNameSql(id),
  actor_id: actorId,
  actor_name: personNameSql(actorId),
  network,
  about: about?.resource ?? null,
  about_id: about?.id ?? null,
  about_name: about?.name === undefined ? subjectNameSql(about) : about.name,
  details,
});

export const recordEvent = (
  db: Database,
  timestamp: Date,
  origin: EventOrigin | null,
  event: NewEvent,
): Promise<void> => recordEvents(db, timestamp, origin, [event]);

const personNameSql = (id: number | null): SQL<string> | null =>
  id === null ? null : sql<string>`(select first_name || ' ' || last_name from users where id = ${id})`;

const subjectNameSql = (subject: NewEvent['about']): SQL<string> | null =>
  subject?.resource === 'users' ? sql<string>`(select name from users where id = ${subject.id}::integer)` : null;
