import type { AttributeSources } from '#contract/attributes.ts';
import type { Values } from '#i18n/translate.ts';
import type { Batch, Inspection } from '../table/batches.ts';
import type { Lookups } from '../table/cells.ts';
import type { RefusalKind } from '../table/refusal.ts';

/** What the import's worker is given: no more than a file and the values that its cells may name. */
export interface WorkerInput {
  path: string;
  /** The attributes that have columns; the fields that they make hold what no thread can be sent. */
  sources: AttributeSources;
  lookups: Lookups;
  /** Rows in a batch. */
  batchRows: number;
}

/** What it is asked for; it answers each with one message and does nothing unasked. */
export type Request = 'inspect' | 'next';

export type Answer =
  | { kind: 'inspected'; inspection: Inspection }
  | { kind: 'batch'; batch: Batch }
  | { kind: 'end' }
  | { kind: 'refused'; refusal: RefusalKind; values: Values };
