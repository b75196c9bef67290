import { z } from 'zod';
import { Editor } from './editor.ts';
import { ImportStatus } from './importing.ts';

export const scheduleLimits = {
  minutes: { min: 5, max: 7 * 24 * 60 },
  folderLength: 255,
  addressLength: 2000,
  /** How many tables of one profile may wait for approval at the same time. */
  waiting: 20,
  /**
   * How many taken tables are listed with a schedule. Older tables are still remembered, so that they are not taken
   * again.
   */
  shownTables: 10,
  /** If a table has a larger share of faulty rows, its import does not start automatically. */
  faultyShare: 0.1,
  /**
   * The import of a table does not start automatically if the table changes at least this many prices, and changes more
   * than this share of them by a large amount.
   */
  changedPrices: 10,
  largeChangeShare: 0.5,
} as const;

/**
 * Validates a folder path relative to the operator's folder: no segment may be empty, start with a dot or contain
 * characters that have a meaning to file systems.
 */
const isFolderPath = (text: string): boolean =>
  text.split('/').every(segment => /^[^./\\\p{Cc}:*?"<>|][^/\\\p{Cc}:*?"<>|]*$/u.test(segment));

/** Credentials are rejected, because everybody who imports sees the address. */
const isTableAddress = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === 'https:' && !url.username && !url.password;
};

const withValidation = (schema: z.ZodString, isValid: (text: string) => boolean, message: string) =>
  schema.refine(isValid, { params: { message } });

/** Where the tables of a profile come from. */
export const ScheduleSource = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('folder'),
    folder: withValidation(z.string().trim().min(1).max(scheduleLimits.folderLength), isFolderPath, 'schedule.folder'),
  }),
  z.strictObject({
    kind: z.literal('address'),
    address: withValidation(
      z.string().trim().min(1).max(scheduleLimits.addressLength),
      isTableAddress,
      'schedule.address',
    ),
  }),
]);
export type ScheduleSource = z.output<typeof ScheduleSource>;

/** When a source is read. Times of day are in the server's time zone. */
export const ScheduleTime = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('interval'),
    minutes: z.int().min(scheduleLimits.minutes.min).max(scheduleLimits.minutes.max),
  }),
  z.strictObject({
    kind: z.literal('daily'),
    time: withValidation(z.string(), text => /^([01]\d|2[0-3]):[0-5]\d$/.test(text), 'schedule.time'),
  }),
]);
export type ScheduleTime = z.output<typeof ScheduleTime>;

const scheduleFields = {
  source: ScheduleSource,
  time: ScheduleTime,
  /** Whether the import of a new table starts automatically. Otherwise the table waits for approval. */
  starts: z.boolean(),
};

export const ScheduleContent = z.object(scheduleFields);
export type ScheduleContent = z.output<typeof ScheduleContent>;

/** `version` is the version of the schedule to replace, or null if the user has not seen a schedule. */
export const SaveScheduleBody = z.strictObject({ ...scheduleFields, version: z.int().nullable() });
export type SaveScheduleBody = z.output<typeof SaveScheduleBody>;

/**
 * `again` is the id of a table that has been taken before. Its content is taken once more if the source still has it.
 */
export const ReadSourceQuery = z.strictObject({ again: z.coerce.number().int().positive().optional() });

export const RemoveScheduleQuery = z.strictObject({ version: z.coerce.number().int() });

/**
 * What a reading found: no new table, an unchanged table, a table that is still being written, new tables, too many
 * waiting tables to take another one, a file that is not a table, or a failure.
 */
const readingOutcomes = ['nothing', 'unchanged', 'unfinished', 'taken', 'full', 'refused', 'failed'] as const;

export const ScheduleReading = z.object({
  at: z.iso.datetime(),
  outcome: z.enum(readingOutcomes),
  /** The number of new tables. */
  taken: z.int(),
  /** The reason for the outcome, in the language of the user who set the schedule; null if it needs none. */
  why: z.string().nullable(),
});
export type ScheduleReading = z.output<typeof ScheduleReading>;

/**
 * What happened to a table: its preview is still being computed, it waits, its import was started, it would have
 * changed nothing, the file is not a table, or nobody approved the table before it expired or was removed.
 */
const takenTableStates = ['checking', 'waiting', 'started', 'idle', 'refused', 'dropped'] as const;

export const TakenTable = z.object({
  id: z.int().positive(),
  name: z.string(),
  taken_at: z.iso.datetime(),
  state: z.enum(takenTableStates),
  /** Why the table waits or was refused. */
  why: z.array(z.string()),
  /** The upload, while the table waits. */
  prepared_id: z.int().nullable(),
  run: z.object({ id: z.int(), status: ImportStatus }).nullable(),
});
export type TakenTable = z.output<typeof TakenTable>;

/**
 * Why tables wait although their imports should start automatically: nobody can be the author, or somebody has changed
 * the profile.
 */
export const authorProblems = ['author', 'profile'] as const;
export type AuthorProblem = (typeof authorProblems)[number];

export const ImportSchedule = z.object({
  ...scheduleFields,
  version: z.int(),
  /** Null once that user is deleted. */
  set_by: Editor.nullable(),
  problem: z.enum(authorProblems).nullable(),
  next_at: z.iso.datetime(),
  /** Whether the source is being read, or its next reading is due. */
  is_due: z.boolean(),
  last: ScheduleReading.nullable(),
});
export type ImportSchedule = z.output<typeof ImportSchedule>;

/** A profile's schedule, and the options that are available for a new schedule. */
export const ScheduleDetails = z.object({
  schedule: ImportSchedule.nullable(),
  tables: z.array(TakenTable),
  has_folders: z.boolean(),
  /** The server's time zone, such as `Europe/Moscow`. */
  time_zone: z.string(),
});
export type ScheduleDetails = z.output<typeof ScheduleDetails>;

/** The profile whose schedule has taken an upload, and why the upload waits. */
export const ScheduledUpload = z.object({ profile: z.string(), why: z.array(z.string()) });
