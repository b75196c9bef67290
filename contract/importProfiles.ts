import { z } from 'zod';
import { Editor } from './editor.ts';
import { ImportRun } from './importing.ts';
import { ImportField, ImportProfile } from './preparing.ts';

/** A profile with what its screen needs to edit it without a table. */
export const ImportProfileDetails = ImportProfile.extend({
  /** The fields that the caller may assign to columns, and those that the profile assigns already. */
  fields: z.array(ImportField),
  /** Fields of the profile that this installation does not have. Their columns are not imported. */
  unknown_fields: z.array(z.string()),
  /** The last import that read a table by this profile. */
  last_run: ImportRun.nullable(),
});
export type ImportProfileDetails = z.output<typeof ImportProfileDetails>;

/**
 * What a change may concern: the profile as a whole up to `other`, then a column that was added or removed, and one of
 * its settings. `more` counts the changes that are not listed.
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
  /** The headings of the column; null for the whole profile, and for a value that is the same in all rows. */
  column: NullableText,
  /** The text of the file that a `value` replaces, or the label of the field of a `constant`. */
  text: NullableText,
  /** Names, labels of fields or texts; null where there is none or the part has no short text. */
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
  /** When the earlier version was saved that this one puts back. */
  restored_from: z.iso.datetime().nullable(),
  /** Compared with the version before; null for the first one. */
  changes: z.array(ProfileChange).nullable(),
});
export type ProfileVersion = z.output<typeof ProfileVersion>;

/** Without `version` the current version is replaced whatever it is, as with changes. */
export const RestoreProfileBody = z.strictObject({ restored: z.int(), version: z.int().optional() });
