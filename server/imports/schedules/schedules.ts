import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import type { Editor } from '#contract/editor.ts';
import type { ImportSchedule, SaveScheduleBody, ScheduleDetails, ScheduleSource } from '#contract/importSchedules.ts';
import { toAuthor } from '../../accounts/author.ts';
import type { Caller } from '../../accounts/session/caller.ts';
import type { Database } from '../../db/database.ts';
import { importProfiles, importSchedules } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { ApiFailure, invalidField } from '../../http/errors.ts';
import { editorSql } from '../../records/kinds/person.ts';
import { translateImport, translateValidation } from '../../translate.ts';
import type { StoredProfile } from '../profiles/versions.ts';
import { findAuthorProblem, findScheduleAuthor } from './author.ts';
import { computeNextTime } from './computeNextTime.ts';
import { resolveFolder } from './folder.ts';
import type { StoredSchedule } from './readings.ts';
import { recordScheduleChange } from './scheduleChanges.ts';
import { SourceError } from './sourceError.ts';
import { takeTableAgain } from './takeAgain.ts';
import { listTables, releaseUndecided } from './takenTables.ts';

interface SelectedSchedule {
  schedule: StoredSchedule;
  profile: StoredProfile;
  set_by: Editor | null;
}

const selectSchedules = (db: Database) =>
  db
    .select({
      schedule: importSchedules,
      profile: importProfiles,
      set_by: sql<Editor | null>`${editorSql(db, importSchedules.set_by, importSchedules.acted_by)}`,
    })
    .from(importSchedules)
    .innerJoin(importProfiles, eq(importProfiles.id, importSchedules.profile_id));

/** The version is the time of the last change in ms, as with profiles. */
const getVersion = ({ set_at }: Pick<StoredSchedule, 'set_at'>): number => set_at.getTime();

const presentSchedule = async (
  deps: ServerDeps,
  { schedule, profile, set_by }: SelectedSchedule,
): Promise<ImportSchedule> => ({
  source: schedule.source,
  time: schedule.time,
  starts: schedule.starts,
  version: getVersion(schedule),
  set_by,
  problem: findAuthorProblem(schedule, profile, await findScheduleAuthor(deps, schedule)),
  next_at: schedule.next_at.toISOString(),
  is_due: schedule.reading !== null || schedule.next_at <= deps.clock(),
  last: schedule.last,
});

/** All schedules, by the ids of their profiles. */
export const listSchedules = async (deps: ServerDeps): Promise<Map<number, ImportSchedule>> => {
  const rows = await selectSchedules(deps.db);
  return new Map(await Promise.all(rows.map(async row => [row.profile.id, await presentSchedule(deps, row)] as const)));
};

const readStored = async (db: Database, profileId: number): Promise<SelectedSchedule | null> =>
  (await selectSchedules(db).where(eq(importSchedules.profile_id, profileId)))[0] ?? null;

/** @throws {ApiFailure} 404 */
export const readSchedule = async (deps: ServerDeps, profileId: number): Promise<ScheduleDetails> => {
  if ((await deps.db.$count(importProfiles, eq(importProfiles.id, profileId))) === 0) throw new ApiFailure('notFound');
  const storedSchedule = await readStored(deps.db, profileId);
  return {
    schedule: storedSchedule && (await presentSchedule(deps, storedSchedule)),
    tables: await listTables(deps.db, profileId),
    has_folders: deps.config.importsDir !== undefined,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
};

interface ScheduleChange {
  profileId: number;
  /** The version that the user has seen; null if the user has not seen a schedule. */
  version: number | null;
}

/** Locks the profile, so that only one change to its schedule is made at a time. @throws {ApiFailure} 404, 409 */
const changeSchedule = async (
  deps: ServerDeps,
  { profileId, version }: ScheduleChange,
  write: (tx: Database, before: StoredSchedule | null) => Promise<unknown>,
): Promise<ScheduleDetails> => {
  const isChanged = await inTransaction(deps.db, async tx => {
    const isProfile = eq(importProfiles.id, profileId);
    const [profile] = await tx
      .select({ name: importProfiles.name })
      .from(importProfiles)
      .where(isProfile)
      .for('update');
    if (!profile) throw new ApiFailure('notFound');
    const isSchedule = eq(importSchedules.profile_id, profileId);
    const [before = null] = await tx.select().from(importSchedules).where(isSchedule).for('update');
    if ((before && getVersion(before)) !== version) return false;
    await write(tx, before);
    return true;
  });
  const details = await readSchedule(deps, profileId);
  if (!isChanged)
    throw new ApiFailure('conflict', { message: translateImport('refused.scheduleChanged'), result: details });
  return details;
};

/** The user who saves a schedule becomes the author of the imports it starts. @throws {ApiFailure} 400, 404, 409 */
export const saveSchedule = async (
  deps: ServerDeps,
  { version, ...body }: SaveScheduleBody & { profileId: number },
  caller: Caller,
): Promise<ScheduleDetails> => {
  const { profileId, ...content } = body;
  const storedSchedule = await readStored(deps.db, profileId);
  // Someone who takes over a schedule need not wait until its folder can be read, so an unchanged source is not checked.
  if (!isDeepStrictEqual(storedSchedule?.schedule.source, content.source)) await assertFolder(deps, content.source);
  return changeSchedule(deps, { profileId, version }, async (tx, before) => {
    const now = deps.clock();
    await recordScheduleChange(tx, { profileId, before, after: content, at: now, by: toAuthor(caller) });
    const isSameSource = isDeepStrictEqual(before?.source, content.source);
    const { id: set_by, actorId: acted_by } = toAuthor(caller);
    const set = {
      ...content,
      set_by,
      acted_by,
      set_at: new Date(Math.max(now.getTime(), (before ? getVersion(before) : 0) + 1)),
      // A source that is read at intervals is read at once, so that the user notices a mistake in the settings.
      next_at: content.time.kind === 'interval' ? now : computeNextTime(content.time, now),
      // A reading that belongs to the earlier schedule must not write anything more.
      reading: null,
      reading_until: null,
      failures: 0,
      ...(!isSameSource && { seen: {}, etag: null, last_modified: null, last: null }),
    };
    await tx
      .insert(importSchedules)
      .values({ seen: {}, last: null, ...set, profile_id: profileId })
      .onConflictDoUpdate({ target: importSchedules.profile_id, set });
  });
};

/** @throws {ApiFailure} 400 naming the field, so that a misspelled folder is noticed at once */
const assertFolder = async ({ config }: ServerDeps, source: ScheduleSource): Promise<void> => {
  if (source.kind !== 'folder') return;
  if (config.importsDir === undefined) throw invalidField('source.folder', translateValidation('schedule.noFolders'));
  await resolveFolder(config.importsDir, source.folder).catch((error: unknown) => {
    throw error instanceof SourceError ? invalidField('source.folder', error.message) : error;
  });
};

/** Keeps the tables that the schedule has taken. @throws {ApiFailure} 404, 409 */
export const removeSchedule = (deps: ServerDeps, change: ScheduleChange, caller: Caller): Promise<ScheduleDetails> =>
  changeSchedule(deps, change, async (tx, before) => {
    const { profileId } = change;
    await recordScheduleChange(tx, { profileId, before, after: null, at: deps.clock(), by: toAuthor(caller) });
    await tx.delete(importSchedules).where(eq(importSchedules.profile_id, change.profileId));
    await releaseUndecided(tx, change.profileId);
  });

/**
 * Schedules a reading for now. @param again the id of a table whose content is taken once more @throws {ApiFailure}
 * 404; the errors of `takeTableAgain`
 */
export const requestReading = async (
  deps: ServerDeps,
  profileId: number,
  again: number | undefined,
): Promise<ScheduleDetails> => {
  if (again !== undefined) {
    await takeTableAgain(deps, profileId, again);
    return readSchedule(deps, profileId);
  }
  const scheduleCondition = eq(importSchedules.profile_id, profileId);
  const [due] = await deps.db
    .update(importSchedules)
    .set({ next_at: deps.clock() })
    .where(scheduleCondition)
    .returning();
  if (!due) throw new ApiFailure('notFound');
  return readSchedule(deps, profileId);
};
