import { sql } from 'drizzle-orm';
import type { BatchKind } from '#contract/batches.ts';
import type { Author } from '../accounts/author.ts';
import { type Database, queryRows } from '../db/database.ts';
import { batches } from '../db/schema.ts';

/** Those that take several requests if there are many records or files. */
const kinds: ReadonlySet<BatchKind> = new Set(['bulk', 'delete', 'images', 'restoration']);

/** How long after its first request a batch may be continued. A client that names an older one is not in the same write. */
const MAX_HOURS = 1;

/**
 * The batch that a request asks to continue, if it may: otherwise its changes are a batch of their own, because a batch
 * has one author and one kind, and an undo has taken all of it back.
 */
export const findContinuedBatch = async (
  tx: Database,
  { id: userId, actorId, written }: Author,
  kind: BatchKind,
): Promise<number | undefined> => {
  const id = written?.continuedId;
  if (id === undefined || !kinds.has(kind)) return undefined;
  const [batch] = await queryRows<{ id: number }>(
    tx,
    sql`select id from ${batches}
      where id = ${id} and kind = ${kind} and user_id = ${userId} and acted_by is not distinct from ${actorId}::integer
        and at > now() - make_interval(hours => ${MAX_HOURS}) and not exists (
          select from ${batches} undoing
          where undoing.details ? 'undoes' and (undoing.details ->> 'undoes')::integer = ${id}
        )`,
  );
  return batch?.id;
};
