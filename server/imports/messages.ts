import type { Arrangement, ArrangementProposal } from '#contract/arrangement.ts';
import type { Locale } from '#i18n/messages.ts';
import type { Values } from '#i18n/translate.ts';
import type { Batch, Inspection } from '../table/batches.ts';
import type { Column } from '../table/columns.ts';
import type { Lookups } from '../table/parsed.ts';
import type { ChosenLayout, ExampleRows } from '../table/proposeFor.ts';
import type { RefusalKind } from '../table/refusal.ts';
import type { TableEdits } from '../table/tableEdits.ts';
import type { TableSources } from '../table/tableFields.ts';

/** The worker's input. It has no database, so this includes all values that a cell may name. */
export interface WorkerInput {
  path: string;
  /** The sources of the fields, because fields contain functions, which cannot be sent to a thread. */
  sources: TableSources;
  lookups: Lookups;
  batchRows: number;
  mostRows: number;
  /** Fields that the user may not write, and that are proposed only where a heading names them. */
  closed: readonly string[];
  /** Null reads the table as proposed. */
  arrangement: Arrangement | null;
  /** Whether an empty cell clears its field, where no arrangement says it. */
  clears: boolean;
  edits?: TableEdits | undefined;
  language: Locale;
}

/** Rows that a person left out come with the batch that they stand before. */
export type WorkerBatch = Batch & { excluded: Batch['faulty'] };

/** The first rows of a table, read before the whole of it, which takes seconds for a large one. */
export interface TableHead {
  proposal: ArrangementProposal;
  examples: ExampleRows;
  /** Null where it is refused. */
  table: { columns: readonly Column[]; arrangement: Arrangement } | null;
  batch: Batch | null;
  refusal: { kind: RefusalKind; values: Values } | null;
}

export interface TableInspection extends Inspection {
  arrangement: Arrangement;
  /** What the arrangement was taken from, unless it was given. */
  proposal: ArrangementProposal | null;
}

/**
 * A request to the worker, answered with exactly one message. `added` holds reference values created since the file was
 * inspected, and is sent before the first batch; `head` needs no inspection.
 */
export type WorkerRequest = 'head' | 'inspect' | 'next' | { added: Lookups } | { propose: ChosenLayout };

export type WorkerAnswer =
  | { kind: 'inspected'; inspection: TableInspection }
  | { kind: 'proposed'; proposal: ArrangementProposal }
  | { kind: 'head'; head: TableHead }
  | { kind: 'batch'; batch: WorkerBatch }
  | { kind: 'added' }
  | { kind: 'end' }
  | { kind: 'refused'; refusal: RefusalKind; values: Values };
