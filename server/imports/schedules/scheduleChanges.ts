import { isDeepStrictEqual } from 'node:util';
import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Editor } from '#contract/editor.ts';
import type { ScheduleChange } from '#contract/importProfiles.ts';
import type { ScheduleContent } from '#contract/importSchedules.ts';
import { preparedLimits } from '#contract/preparing.ts';
import type { Author } from '../../accounts/author.ts';
import type { Database } from '../../db/database.ts';
import { importScheduleChanges } from '../../db/schema.ts';
import { editorSql } from '../../records/kinds/person.ts';
import type { StoredSchedule } from './readings.ts';

const changes = importScheduleChanges;

interface NewChange {
  profileId: number;
  before: StoredSchedule | null;
  after: ScheduleContent | null;
  at: Date;
  by: Author;
}

const toContent = ({ source, time, starts }: ScheduleContent): ScheduleContent => ({ source, time, starts });

/**
 * Records a change to a schedule in the history of its profile. Saving a schedule without editing it counts as a change
 * only if the author changes. Beyond a limit, the oldest changes are removed.
 */
export const recordScheduleChange = async (
  tx: Database,
  { profileId, before, after, at, by }: NewChange,
): Promise<void> => {
  const content = { before: before && toContent(before), after: after && toContent(after) };
  if (isDeepStrictEqual(content.before, content.after) && before?.set_by === by.id) return;
  await tx.insert(changes).values({ profile_id: profileId, at, changed_by: by.id, acted_by: by.actorId, ...content });
  const oldestKept = tx
    .select({ id: changes.id })
    .from(changes)
    .where(eq(changes.profile_id, profileId))
    .orderBy(desc(changes.id))
    .offset(preparedLimits.profileVersions - 1)
    .limit(1);
  await tx.delete(changes).where(and(eq(changes.profile_id, profileId), lt(changes.id, sql`(${oldestKept})`)));
};

/** Newest first. */
export const listScheduleChanges = async (db: Database, profileId: number): Promise<ScheduleChange[]> => {
  const rows = await db
    .select({
      id: changes.id,
      at: changes.at,
      before: changes.before,
      after: changes.after,
      by: sql<Editor | null>`${editorSql(db, changes.changed_by, changes.acted_by)}`,
    })
    .from(changes)
    .where(eq(changes.profile_id, profileId))
    .orderBy(desc(changes.id));
  return rows.map(({ id, at, ...change }) => ({ schedule_change: id, at: at.toISOString(), ...change }));
};
