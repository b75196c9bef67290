import { z } from 'zod';
import { BatchDetails, batchKinds } from './batches.ts';
import { Editor, Person } from './editor.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './field.ts';
import { LogItem } from './importing.ts';

/** A batch with more records is undone by a run, because a request would take too long. */
export const MAX_DIRECT_RECORDS = 1000;
/** The same for a batch with more changes, such as one of a single matrix with many products. */
export const MAX_DIRECT_CHANGES = 5000;
/** Limits what an answer names. Its totals count all. */
export const MAX_NAMED_CHANGES = 200;

const changeKey = {
  entity: z.string().min(1).max(128),
  record_id: Id,
  field: z.string().max(160),
  item: z.string().max(128),
};
/** Names a change of a batch. `field` is empty for the record itself, created or deleted. */
export const ChangeKey = z.strictObject(changeKey);
export type ChangeKey = z.output<typeof ChangeKey>;

const NamedChange = z.object({
  ...changeKey,
  /** The name of the record, or of the deleted one. */
  name: z.string(),
});

/** What an undo does, or would do. The changes that the caller may not see are counted only. */
export const UndoOutcome = z.object({
  /** The records that go back, and how many of them per entity come back, go, or get their old values. */
  records: z.int().min(0),
  entities: z.array(
    z.object({ entity: z.string(), restored: z.int().min(0), removed: z.int().min(0), changed: z.int().min(0) }),
  ),
  back: z.object({
    total: z.int().min(0),
    items: z.array(NamedChange.extend({ before: z.unknown(), after: z.unknown() })),
  }),
  /** Changed again since. They stay, unless the caller names them. */
  since: z.object({
    total: z.int().min(0),
    items: z.array(NamedChange.extend({ before: z.unknown(), after: z.unknown(), current: z.unknown() })),
  }),
  refused: z.object({ total: z.int().min(0), items: z.array(NamedChange.extend({ message: z.string() })) }),
  /** Values that are as they were already. */
  same: z.int().min(0),
  hidden: z.int().min(0),
  /** The projects that have been published since, with the number of these records that they contain. */
  projects: z.array(z.object({ id: Id, name: z.string(), records: z.int().positive() })),
});
export type UndoOutcome = z.output<typeof UndoOutcome>;

export const UndoCounts = z.object({
  restored: z.int(),
  removed: z.int(),
  changed: z.int(),
  /** Changes, not records. */
  since: z.int(),
  refused: z.int(),
});
export type UndoCounts = z.output<typeof UndoCounts>;

/** The undo of a large batch; `progress` is a percentage. */
export const UndoRun = z.object({
  id: Id,
  batch_id: Id,
  status: z.enum(['processing', 'finished', 'canceled', 'failed']),
  progress: z.number().min(0).max(100),
  counts: UndoCounts,
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
  elapsed: z.int(),
  user: Editor,
});
export type UndoRun = z.output<typeof UndoRun>;

export const UndoLogItem = LogItem.pick({ seq: true, level: true, text: true }).extend({
  record: z.object({ entity: z.string(), id: Id }).optional(),
});
export type UndoLogItem = z.output<typeof UndoLogItem>;

const UndoPreview = UndoOutcome.extend({
  batch: z.object({
    kind: z.enum(batchKinds),
    details: BatchDetails,
    at: z.iso.datetime(),
    user: Person.nullable(),
  }),
  /** Whether a run would undo it. */
  is_long: z.boolean(),
  /**
   * Of the entities of which each tried record is refused: how many were tried, and how many others there are. Nothing of
   * these is counted as going back.
   */
  untried: z.array(z.object({ entity: z.string(), tried: z.int().positive(), records: z.int().positive() })),
});
export type UndoPreview = z.output<typeof UndoPreview>;

export const undoEndpoints = {
  /** Carries out the undo and rolls it back, so that it predicts every refusal. Only counts what a run would undo. */
  preview: endpoint('POST /batches/:id/undo/preview', {
    access: 'signed-in',
    isEverywhere: true,
    allowedWhenDiskFull: true,
    result: UndoPreview,
  }),
  undo: endpoint('POST /batches/:id/undo', {
    access: 'signed-in',
    isEverywhere: true,
    body: z.strictObject({
      /** The changes to take back although the values were changed again since. */
      overwrite: z.union([z.literal('all'), z.array(ChangeKey).max(MAX_NAMED_CHANGES)]).default([]),
    }),
    result: UndoOutcome.extend({ run_id: Id.nullable() }),
  }),
  /** The caller's own run, with its log after a line. */
  run: endpoint('GET /undo/runs/:id', {
    access: 'signed-in',
    isEverywhere: true,
    query: z.strictObject({
      after: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(10_000).default(1000),
    }),
    result: UndoRun.extend({ log: z.array(UndoLogItem), log_total: z.int() }),
  }),
  /** Ends the caller's own run. What has been taken back stays so. */
  cancel: endpoint('DELETE /undo/runs/:id', {
    access: 'signed-in',
    isEverywhere: true,
    allowedWhenDiskFull: true,
    result: UndoRun,
  }),
};
