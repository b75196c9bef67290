import { createHash } from 'node:crypto';
import { canArchiveAbsent } from '#contract/absentProducts.ts';
import { type PreparedImport, type PreparedRow, type PreparedRows, preparedLimits } from '#contract/preparing.ts';
import { createPriceSummary } from '#contract/priceChanges.ts';
import { readHistorySettings } from '../../batches/historySettings.ts';
import { withPause } from '../../db/batchPace.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { ApiFailure } from '../../http/errors.ts';
import type { ExampleRows } from '../../table/proposeLayout.ts';
import { TableRefusal } from '../../table/refusal.ts';
import type { TableEdits } from '../../table/tableEdits.ts';
import type { UnknownValues } from '../../table/unknownValues.ts';
import { translateImport } from '../../translate.ts';
import { type AbsentProducts, createAbsentPreview } from '../absent/absentPreview.ts';
import type { ImportSource } from '../createImportRun.ts';
import type { OpenedTable } from '../createWorkerInput.ts';
import { type DryRun, evaluateBatch, listFieldColumns, openDryRun } from '../dryRun.ts';
import type { TableHead, WorkerBatch } from '../messages.ts';
import type { RecognisedTable } from '../profiles/recognise.ts';
import { formatRefusal } from '../withTableRefusal.ts';
import { describeInspection } from './describeInspection.ts';
import { buildPreparedRows } from './preparedRows.ts';
import { addPriceChanges } from './priceChanges.ts';
import { createPreparedRowStore, type PreparedRowStore, type RowsPage } from './rowsFile.ts';

export type PreviewState = Pick<
  PreparedImport,
  | 'proposal'
  | 'progress'
  | 'refusal'
  | 'sheet'
  | 'rows'
  | 'columns'
  | 'counts'
  | 'new_values'
  | 'prices'
  | 'absent'
  | 'images'
> & {
  /** When the comparison with the stored products began. */
  checkedAt: Date | null;
};

/** The effect that importing an upload would have on each row, as far as it has been computed. */
export interface PreparedPreview {
  state: () => PreviewState;
  read: (page: RowsPage) => Promise<PreparedRows>;
  unknownValues: () => UnknownValues;
  /** Resolves when the unknown values are complete, or when reading has failed. */
  inspected: Promise<void>;
  /** Ids of the absent products, sorted by name; empty until all rows have been counted. */
  absent: () => readonly number[];
  /** Rows for previewing a rule; empty until `begun` resolves. */
  examples: () => ExampleRows;
  /** Resolves when the first rows are available, or when reading has failed. */
  begun: Promise<void>;
  /** A refusal that the user cannot resolve by making other choices; null if there is none so far. */
  finalRefusal: () => TableRefusal | null;
  ended: Promise<void>;
  stop: () => void;
  /** Removes the rows. Call it once `ended` has resolved. */
  close: () => Promise<void>;
}

interface PreviewOptions {
  source: ImportSource & { edits: TableEdits };
  rowsPath: string;
  /**
   * The table, if it has already been opened to recognise its profile. It already has its turn, and is closed at the
   * end.
   */
  recognised?: RecognisedTable | undefined;
  /** Runs the work once a thread is free. */
  inTurn: (work: () => Promise<void>) => Promise<void>;
}

const NO_EXAMPLES: ExampleRows = { headings: [], rows: [] };
const NO_COUNTS = { new: 0, changed: 0, unchanged: 0, faulty: 0, left_out: 0 };

export const startPreview = (
  deps: ServerDeps,
  { source, rowsPath, recognised, inTurn }: PreviewOptions,
): PreparedPreview => {
  const abortController = new AbortController();
  const { promise: whenBegun, resolve: begin } = createSignal();
  const { promise: whenInspected, resolve: endInspection } = createSignal();
  const board = createPreviewBoard(rowsPath);
  let examples = NO_EXAMPLES;
  let unknownValues: UnknownValues = {};
  let absentIds: readonly number[] = [];
  let finalRefusal: TableRefusal | null = null;
  const setAbsent = ({ ids, summary }: AbsentProducts): void => {
    absentIds = ids;
    board.set({ absent: summary });
  };
  const setExamples = (rows: ExampleRows): void => {
    examples = rows;
  };
  const setUnknownValues = (foundValues: UnknownValues): void => {
    unknownValues = foundValues;
    endInspection();
  };
  const work = () =>
    previewRows(deps, {
      source,
      board,
      begin,
      setExamples,
      setUnknownValues,
      setAbsent,
      openedTable: recognised,
      signal: abortController.signal,
    });
  const whenEnded = (recognised ? work().finally(recognised.close) : inTurn(work))
    .catch((error: unknown) => {
      if (abortController.signal.aborted) return;
      if (error instanceof TableRefusal && !error.isByChoice) finalRefusal = error;
      board.set({ refusal: toRefusalText(deps, error), progress: 100 });
    })
    .finally(() => {
      begin();
      endInspection();
    });
  return {
    state: board.state,
    examples: () => examples,
    unknownValues: () => unknownValues,
    inspected: whenInspected,
    absent: () => absentIds,
    begun: whenBegun,
    finalRefusal: () => finalRefusal,
    ended: whenEnded,
    stop: () => abortController.abort(),
    read: board.read,
    close: board.close,
  };
};

/** Like `Promise.withResolvers`, which does not exist in Node 20. */
const createSignal = () => {
  let resolve = () => {};
  const promise = new Promise<void>(resolvePromise => {
    resolve = resolvePromise;
  });
  return { promise, resolve };
};

/** Collects the results so far. Until enough rows have been counted, it returns the rows that were read ahead. */
const createPreviewBoard = (rowsPath: string) => {
  const alikeCounts = new Map<string, number>();
  let head: readonly PreparedRow[] = [];
  let rows: PreparedRowStore | null = null;
  let counts = NO_COUNTS;
  let state: PreviewState = {
    proposal: null,
    progress: 0,
    refusal: null,
    sheet: null,
    rows: null,
    columns: [],
    counts,
    new_values: [],
    prices: null,
    absent: null,
    images: null,
    checkedAt: null,
  };
  const set = (next: Partial<PreviewState>): void => {
    state = { ...state, ...next };
  };
  return {
    state: () => state,
    set,
    showHead: (first: readonly PreparedRow[]): void => {
      head = first;
      set({ counts: addOutcomes(NO_COUNTS, first) });
    },
    add: async (addedRows: readonly PreparedRow[], next: Pick<PreviewState, 'progress' | 'prices'>): Promise<void> => {
      rows ??= await createPreparedRowStore(rowsPath);
      await rows.add(addedRows);
      for (const key of collectFaultyCells(state.columns, addedRows))
        alikeCounts.set(key, (alikeCounts.get(key) ?? 0) + 1);
      counts = addOutcomes(counts, addedRows);
      if (rows.count() >= head.length) set({ ...next, counts });
    },
    read: async (page: RowsPage): Promise<PreparedRows> => {
      if (!rows || rows.count() < head.length) {
        const foundRows = head.filter(({ outcome }) => !page.outcome || outcome === page.outcome);
        return { total: foundRows.length, items: foundRows.slice(page.offset, page.offset + page.limit) };
      }
      const items = await rows.read(page);
      return {
        total: rows.count(page.outcome),
        items: items.map(row => markAlikeCells(state.columns, row, alikeCounts)),
      };
    },
    close: async (): Promise<void> => rows?.close(),
  };
};

interface PreviewTask {
  source: PreviewOptions['source'];
  board: ReturnType<typeof createPreviewBoard>;
  begin: () => void;
  setExamples: (rows: ExampleRows) => void;
  setUnknownValues: (foundValues: UnknownValues) => void;
  setAbsent: (absentProducts: AbsentProducts) => void;
  openedTable: OpenedTable | undefined;
  signal: AbortSignal;
}

const previewRows = async (
  deps: ServerDeps,
  { source, board, begin, setExamples, setUnknownValues, setAbsent, openedTable, signal }: PreviewTask,
): Promise<void> => {
  const evaluateRows = async (dryRun: DryRun, batch: WorkerBatch, writtenRows: ReadonlyMap<number, number>) => {
    const outcome = await deps.db.transaction(tx => evaluateBatch(tx, dryRun, batch, writtenRows));
    return { outcome, items: buildPreparedRows(dryRun, batch, outcome, source.edits.corrections) };
  };
  const showHead = async (dryRun: DryRun | null, { batch, proposal, examples }: TableHead): Promise<void> => {
    setExamples(examples);
    board.set({ proposal });
    if (!dryRun) return;
    board.set({ columns: toPreviewColumns(dryRun) });
    if (batch) board.showHead((await evaluateRows(dryRun, { ...batch, excluded: [] }, new Map())).items);
    begin();
  };
  signal.throwIfAborted();
  board.set({ checkedAt: deps.clock() });
  const { dryRun, reader } = await openDryRun(deps, source, { onHead: showHead, signal, openedTable });
  try {
    const { unknownValues, ...inspection } = await describeInspection(deps.db, dryRun, reader.inspection, source);
    setUnknownValues(unknownValues);
    board.set(inspection);
    const { rows: total } = inspection;
    const writtenRows = new Map<number, number>();
    const prices = createPriceSummary((await readHistorySettings(deps.db)).price_percent);
    const absent = startAbsentPreview(source, dryRun);
    let readCount = 0;
    for (let batch = await reader.next(); batch; batch = await reader.next()) {
      signal.throwIfAborted();
      const currentBatch = batch;
      await withPause(deps, async () => {
        await deps.requireRoom?.();
        const { outcome, items } = await evaluateRows(dryRun, currentBatch, writtenRows);
        for (const [id, row] of outcome.rows) writtenRows.set(id, row);
        addPriceChanges(prices, outcome.changed, listFieldColumns(dryRun));
        if (absent) await deps.db.transaction(tx => absent.add(tx, currentBatch, outcome));
        readCount += currentBatch.read;
        const progress = Math.min(99, Math.floor((100 * readCount) / total));
        await board.add(items, { prices: prices.result(), progress });
      });
    }
    if (absent) setAbsent(await absent.result(deps.db));
    board.set({ progress: 100 });
  } finally {
    await reader.close();
  }
};

/** Null if the import does not look for absent products, or if the user may not archive them. */
const startAbsentPreview = ({ user, profileId = null }: ImportSource, { mapping: { absent } }: DryRun) =>
  absent && canArchiveAbsent(user.grantedSlugs) ? createAbsentPreview(absent, profileId) : null;

const toPreviewColumns = (dryRun: DryRun): PreviewState['columns'] => {
  const knownColumns = new Map(
    listFieldColumns(dryRun).map(({ index, name, label, definition: { kind } }) => [
      index,
      { field: name, label, kind },
    ]),
  );
  return dryRun.columns.map(({ index, header }) => ({
    header,
    ...(knownColumns.get(index) ?? { field: null, label: null, kind: null }),
  }));
};

const addOutcomes = (before: PreviewState['counts'], rows: readonly PreparedRow[]): PreviewState['counts'] => {
  const counts = { ...before };
  for (const { outcome } of rows) counts[outcome] += 1;
  return counts;
};

const buildAlikeKey = (columns: PreviewState['columns'], position: number, text: string | null): string =>
  `${columns.filter(({ field }) => field !== null)[position]?.field} ${condenseText(text ?? '')}`;

/** A long text is replaced by its digest, because the texts of all faulty cells are kept in memory. */
const condenseText = (text: string): string =>
  text.length > 100 ? createHash('sha256').update(text).digest('base64') : text;

const collectFaultyCells = (columns: PreviewState['columns'], rows: readonly PreparedRow[]): string[] =>
  rows.flatMap(({ cells }) =>
    cells.flatMap(({ fault, text }, index) =>
      fault === undefined || isTooLong(text) ? [] : [buildAlikeKey(columns, index, text)],
    ),
  );

/** Whether no correction of all similar cells can name the text. */
const isTooLong = (text: string | null): boolean => (text ?? '').length > preparedLimits.textLength;

const markAlikeCells = (
  columns: PreviewState['columns'],
  row: PreparedRow,
  alikeCounts: ReadonlyMap<string, number>,
): PreparedRow => ({
  ...row,
  cells: row.cells.map((cell, index) =>
    cell.fault === undefined
      ? cell
      : { ...cell, alike: alikeCounts.get(buildAlikeKey(columns, index, cell.text)) ?? 1 },
  ),
});

const toRefusalText = (deps: ServerDeps, error: unknown): string => {
  if (error instanceof TableRefusal) return formatRefusal(error);
  if (error instanceof ApiFailure) return error.message;
  deps.log.error('preview of a prepared import', error);
  return translateImport('refused.lookFailed');
};
