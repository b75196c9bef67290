import { z } from 'zod';
import { Editor } from './editor.ts';
import { ImportRun } from './importing.ts';
import { ImportSchedule, ScheduleContent } from './importSchedules.ts';
import { ImportField, ImportProfile } from './preparing.ts';

/** A profile in the list, with its schedule. */
export const ListedProfile = ImportProfile.extend({ schedule: ImportSchedule.nullable() });

/** A profile and the data that its screen needs to edit it without a table. */
export const ImportProfileDetails = ImportProfile.extend({
  /** The fields that the caller may assign to columns, plus the fields that the profile already assigns. */
  fields: z.array(ImportField),
  /** Fields of the profile that do not exist on this installation. Their columns are not imported. */
  unknown_fields: z.array(z.string()),
  /** The last import that used this profile. */
  last_run: ImportRun.nullable(),
});
export type ImportProfileDetails = z.output<typeof ImportProfileDetails>;

/**
 * The parts of a profile that can change. The parts up to `other` concern the whole profile. The next ones are an added
 * or removed column, followed by the settings of a column. `more` counts the changes that are not listed.
 */
export const profileParts = [
  'name',
  'sheet',
  'header',
  'key',
  'purpose',
  'empty',
  'sections',
  'absent',
  'other',
  'added',
  'removed',
  'field',
  'conversions',
  'constant',
  'value',
  'more',
] as const;

const NullableText = z.string().nullable();

export const ProfileChange = z.object({
  part: z.enum(profileParts),
  /** The headings of the column; null for a change to the whole profile or to a constant. */
  column: NullableText,
  /** For a `value`, the cell text that it replaces; for a `constant`, the label of its field. */
  text: NullableText,
  /** Names, field labels or texts; null if there is none, or if the part cannot be shown as a short text. */
  before: NullableText,
  after: NullableText,
});
export type ProfileChange = z.output<typeof ProfileChange>;

/** The number of changes listed for a version; a profile may contain thousands of replacements. */
export const MAX_LISTED_CHANGES = 50;

export const ProfileVersion = z.object({
  version: z.int(),
  name: z.string(),
  at: z.iso.datetime(),
  /** Null once that user is deleted. */
  by: Editor.nullable(),
  /** When the restored version was originally saved; null if this version restores none. */
  restored_from: z.iso.datetime().nullable(),
  /** The changes since the previous version; null for the first version. */
  changes: z.array(ProfileChange).nullable(),
});
export type ProfileVersion = z.output<typeof ProfileVersion>;

/**
 * A change to the schedule of a profile. It has no version, because restoring a version leaves the schedule unchanged.
 */
export const ScheduleChange = z.object({
  schedule_change: z.int().positive(),
  at: z.iso.datetime(),
  /** Null once that user is deleted. */
  by: Editor.nullable(),
  /**
   * Null if there was no schedule: `before` if the schedule was added, `after` if it was removed. Both are equal if a
   * user only took over the schedule.
   */
  before: ScheduleContent.nullable(),
  after: ScheduleContent.nullable(),
});
export type ScheduleChange = z.output<typeof ScheduleChange>;

/** What happened to a profile, newest first. */
export const ProfileHistory = z.array(z.union([ProfileVersion, ScheduleChange]));
export type ProfileHistory = z.output<typeof ProfileHistory>;

/** Without `version`, the current version is replaced without a check, as when changing a profile. */
export const RestoreProfileBody = z.strictObject({ restored: z.int(), version: z.int().optional() });
