import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id } from './field.ts';

const Count = z.int().nonnegative();
const Moment = z.iso.datetime();

/** A part of the page that could not be read says why, in a sentence, and leaves the others alone. */
const buildPartSchema = <S extends z.ZodType>(value: S) =>
  z.union([z.object({ value }), z.object({ error: z.string() })]);
export type Part<T> = { value: T } | { error: string };

/** Whether something outside of the process answers; otherwise the reason, as a sentence. */
const Check = z.object({ error: z.string().nullable() });

const Version = z.object({
  build: z.string(),
  /** The release of the specification. */
  release: z.string(),
  node: z.string(),
  host: z.string(),
  pid: z.int(),
  started_at: Moment,
});

const Database = z.object({
  kind: z.enum(['embedded', 'postgres']),
  version: z.string(),
  /** When the last migration that was applied has been made. It identifies the schema. */
  schema: Moment.nullable(),
  bytes: Count,
  answer_ms: z.number().nonnegative(),
  /** The largest ones with their indexes. */
  tables: z.array(z.object({ name: z.string(), bytes: Count })),
  /** Of the whole database server; null for the embedded database, which has a single one. */
  connections: z.object({ used: Count, max: Count }).nullable(),
});
export type SystemDatabase = z.output<typeof Database>;

const Run = z.object({
  id: Id,
  kind: z.enum(['import', 'sending', 'publication', 'undo']),
  status: z.enum(['processing', 'post_processing', 'finished', 'canceled', 'failed']),
  progress: z.number(),
  /** The name of who started it; null if the account no longer exists. */
  user: z.string().nullable(),
  started_at: Moment,
  finished_at: Moment.nullable(),
  /** No process works on it at present. */
  is_waiting: z.boolean(),
});
export type SystemRun = z.output<typeof Run>;

const Process = z.object({
  id: z.string(),
  host: z.string(),
  pid: z.int(),
  build: z.string(),
  roles: z.array(z.string()),
  started_at: Moment,
  seen_at: Moment,
  /** Whether it has been heard of lately. */
  is_alive: z.boolean(),
  /** Its build is another one than that started last, as during a rolling upgrade. */
  is_outdated: z.boolean(),
  memory_bytes: Count,
  /** The share of the time in which the process was too busy for anything else, 0 to 1. */
  busy: z.number(),
  runs: z.array(Id),
});
export type SystemProcess = z.output<typeof Process>;

const Queue = z.object({
  /** Runs in progress, and those that wait for a process. */
  runs: z.array(Run),
  /** Sources of scheduled imports that are due, those being read included. */
  due: Count,
  next_at: Moment.nullable(),
});

const Hour = z.object({
  at: Moment,
  requests: Count,
  failed: Count,
  /** Batches of changes. */
  changes: Count,
  runs: Count,
});
export type SystemHour = z.output<typeof Hour>;

const Setting = z.object({
  name: z.string(),
  about: z.string(),
  /** Whether the operator has set it. */
  is_set: z.boolean(),
  is_secret: z.boolean(),
  /** What applies, without credentials; null if it is a secret, and empty if nothing is set. */
  value: z.string().nullable(),
});
export type SystemSetting = z.output<typeof Setting>;

const System = z.object({
  at: Moment,
  version: Version,
  processes: buildPartSchema(z.array(Process)),
  database: buildPartSchema(Database),
  queue: buildPartSchema(Queue),
  /** Latest first. */
  runs: buildPartSchema(z.array(Run)),
  disk: buildPartSchema(z.object({ folder: z.string(), free_bytes: Count, bytes: Count })),
  files: Check.extend({
    kind: z.enum(['folder', 'bucket']),
    place: z.string(),
    /** Originals, without thumbnails. */
    stored: buildPartSchema(z.object({ pictures: Count, bytes: Count })),
  }),
  mail: Check.extend({ kind: z.enum(['smtp', 'outbox']), place: z.string(), sender: z.string() }),
  settings: z.array(Setting),
  /** The last day, earliest hour first. */
  hours: buildPartSchema(z.array(Hour)),
});
export type System = z.output<typeof System>;

const MailTest = z.object({
  to: z.string(),
  /** False if the e-mail was only written to the outbox. */
  is_sent: z.boolean(),
  /** What happened, as a sentence. */
  text: z.string(),
});
export type MailTest = z.output<typeof MailTest>;

const systemAccess = ['system.show'] as const;

export const systemPageEndpoints = {
  /** Extension: the state of the installation, for administrators. */
  read: endpoint('GET /system', { access: systemAccess, survivesOutage: true, result: () => System }),
  /** Extension: sends a mail to the caller's own address. */
  testMail: endpoint('POST /system/mail', { access: systemAccess, result: MailTest }),
};
