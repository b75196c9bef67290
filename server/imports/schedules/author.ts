import { eq } from 'drizzle-orm';
import { endpoints } from '#contract/endpoints.ts';
import type { AuthorProblem } from '#contract/importSchedules.ts';
import { isAllowed } from '#contract/permissions.ts';
import { DEFAULT_LOCALE, type Locale } from '#i18n/messages.ts';
import { type Caller, findRunCaller } from '../../accounts/session/caller.ts';
import { users } from '../../db/schema.ts';
import type { ServerDeps } from '../../http/deps.ts';
import type { StoredProfile } from '../profiles/versions.ts';
import type { StoredSchedule } from './readings.ts';

type ScheduleOwner = Pick<StoredSchedule, 'set_by' | 'acted_by'>;

/** The user who set a schedule, with their current permissions; null if they may no longer import. */
export const findScheduleAuthor = async (
  deps: ServerDeps,
  { set_by, acted_by }: ScheduleOwner,
): Promise<Caller | null> => {
  const caller = await findRunCaller(deps, { userId: set_by, actorId: acted_by });
  return caller && isAllowed(endpoints.imports.start.access, caller.grantedSlugs) ? caller : null;
};

/** The language of the user who set a schedule. Messages about its readings are written in this language. */
export const readAuthorLanguage = async (
  { db }: Pick<ServerDeps, 'db'>,
  { set_by }: ScheduleOwner,
): Promise<Locale> => {
  const [author] = await db.select({ language: users.language }).from(users).where(eq(users.id, set_by));
  return author?.language ?? DEFAULT_LOCALE;
};

/**
 * Why imports may not start automatically. Somebody else may have changed the profile. Its imports would give that user
 * the permissions of the schedule's author, for example to write a field that the user may not write.
 */
export const findAuthorProblem = (
  schedule: Pick<StoredSchedule, 'set_by' | 'acted_by' | 'set_at' | 'starts'>,
  profile: Pick<StoredProfile, 'updated_at' | 'updated_by' | 'acted_by'>,
  author: Caller | null,
): AuthorProblem | null => {
  if (!author) return 'author';
  const isOwn = profile.updated_by === schedule.set_by && profile.acted_by === schedule.acted_by;
  return schedule.starts && !isOwn && profile.updated_at > schedule.set_at ? 'profile' : null;
};
