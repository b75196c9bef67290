import type { Values } from '#i18n/translate.ts';
import type { Batch, Inspection } from '../table/batches.ts';
import type { Lookups } from '../table/parsed.ts';
import type { RefusalKind } from '../table/refusal.ts';
import type { TableSources } from '../table/tableFields.ts';

/** What the import's worker is given: no more than a file and the values that its cells may name. */
export interface WorkerInput {
  path: string;
  /** What columns are made of; the fields that they make hold what no thread can be sent. */
  sources: TableSources;
  lookups: Lookups;
  /** Rows in a batch. */
  batchRows: number;
  /** An empty cell empties its field. */
  clears: boolean;
}

/**
 * What it is asked for; it answers each with one message and does nothing unasked. `added`: values of references that
 * were missing and are there now, said before the first batch.
 */
export type Request = 'inspect' | 'next' | { added: Lookups };

export type Answer =
  | { kind: 'inspected'; inspection: Inspection }
  | { kind: 'batch'; batch: Batch }
  | { kind: 'added' }
  | { kind: 'end' }
  | { kind: 'refused'; refusal: RefusalKind; values: Values };
