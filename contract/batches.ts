import { z } from 'zod';
import { Id } from './field.ts';

/** What a batch was: a single write to one record, or one of the ways to write many at once. */
export const batchKinds = [
  'create',
  'save',
  'delete',
  'bulk',
  'import',
  'images',
  'tree',
  'links',
  'order',
  'merge',
  'replacement',
  'undo',
  'restoration',
] as const;
export type BatchKind = (typeof batchKinds)[number];

/** What the name of a batch needs besides its changes. */
export const BatchDetails = z.object({
  resource: z.string().optional(),
  /** The file of an import, the platform of a tree, or the record that replaced another or that others were merged into. */
  name: z.string().optional(),
  run_id: Id.optional(),
  /** The batch that this one takes back. */
  undoes: Id.optional(),
});
export type BatchDetails = z.output<typeof BatchDetails>;

/** What a batch changed, by entity. */
export const BatchSummary = z.array(
  z.object({
    entity: z.string(),
    records: z.int().min(0),
    created: z.int().min(0),
    deleted: z.int().min(0),
    /** Rows of `changes`: one per field or linked pair. */
    changes: z.int().min(0),
    /** The changed fields, the most frequent first, at most `MAX_SUMMARY_FIELDS`. */
    fields: z.array(z.string()),
  }),
);
export type BatchSummary = z.output<typeof BatchSummary>;
export const MAX_SUMMARY_FIELDS = 8;

/** Names the batch of a write in its answer, so that the client can offer to undo it. */
export const BATCH_HEADER = 'Batch';
