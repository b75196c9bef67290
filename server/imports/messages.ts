import type { ImportMapping, MappingProposal } from '#contract/importMapping.ts';
import type { Locale } from '#i18n/messages.ts';
import type { MessageValues } from '#i18n/translate.ts';
import type { Batch, TableSummary } from '../table/batches.ts';
import type { Column } from '../table/columns.ts';
import type { Lookups } from '../table/parseResult.ts';
import type { ChosenLayout, ExampleRows } from '../table/proposeLayout.ts';
import type { RefusalKind } from '../table/refusal.ts';
import type { TableEdits } from '../table/tableEdits.ts';
import type { TableColumnSources } from '../table/tableFields.ts';

/**
 * The worker's input. The worker has no access to the database, so the input includes all values that a cell may name.
 */
export interface WorkerInput {
  path: string;
  /**
   * The data from which the fields are built. Fields themselves contain functions, which cannot be sent to a thread.
   */
  sources: TableColumnSources;
  lookups: Lookups;
  batchRows: number;
  maxRows: number;
  /**
   * Fields that the user may not write. They are proposed only if a heading names them, because the refusal then
   * explains the reason.
   */
  deniedFields: readonly string[];
  language: Locale;
  /** The headings of each export profile, so that their tables are recognised whatever the headings mean. */
  profileHeadings: readonly (readonly string[])[];
}

/**
 * Sent with a request rather than with the input, because these settings depend on the profile, which is recognised
 * from the table.
 */
export interface ReadingChoices {
  /** By default the proposed mapping. */
  mapping?: ImportMapping | undefined;
  /**
   * Whether an empty cell clears its field. Used only if there is no mapping, because a mapping has its own setting for
   * this.
   */
  clearsEmpty?: boolean | undefined;
  edits?: TableEdits | undefined;
  /** The path of the archive of images that comes with the table. */
  archivePath?: string | null | undefined;
}

/** A batch together with the excluded rows that precede it. */
export type WorkerBatch = Batch & { excluded: Batch['faulty'] };

/**
 * The first rows of a table. They are available before the whole table has been read, because reading a large table
 * takes seconds.
 */
export interface TableHead {
  proposal: MappingProposal;
  examples: ExampleRows;
  /** Null if the table is refused. */
  table: { columns: readonly Column[]; mapping: ImportMapping } | null;
  batch: Batch | null;
  refusal: { kind: RefusalKind; values: MessageValues } | null;
}

export interface TableInspection extends TableSummary {
  mapping: ImportMapping;
  /** The proposal that the mapping was taken from; null if the mapping was given. */
  proposal: MappingProposal | null;
}

/**
 * A request to the worker, which responds with exactly one message. `open` comes first, and another one may follow
 * `close`. `added` passes on reference values created since
 * the file was inspected, and is sent before the first batch. `head` can be sent before the inspection.
 */
export type WorkerRequest =
  | { open: WorkerInput }
  | { propose: ChosenLayout }
  | { head: ReadingChoices }
  | { inspect: ReadingChoices }
  | { added: Lookups }
  | 'next'
  | 'close';

export type WorkerResponse =
  | { kind: 'opened' }
  | { kind: 'closed' }
  | { kind: 'inspected'; inspection: TableInspection }
  | { kind: 'proposed'; proposal: MappingProposal }
  | { kind: 'head'; head: TableHead }
  | { kind: 'batch'; batch: WorkerBatch }
  | { kind: 'added' }
  | { kind: 'end' }
  | { kind: 'refused'; refusal: RefusalKind; values: MessageValues };
