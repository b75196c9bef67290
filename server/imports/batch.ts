import type { ImportCounts, LogItem } from '#contract/importing.ts';
import { importLog } from '#i18n/ru/importLog.ts';
import { translator } from '#i18n/translate.ts';
import type { Database } from '../db/database.ts';
import { RunEnded } from '../jobs/engine.ts';
import type { LineOf } from '../jobs/runs.ts';
import type { Changes } from '../records/changes.ts';
import { isRefused } from '../records/judge.ts';
import type { Storage } from '../records/tableBinding.ts';
import { writeRecords } from '../records/writeRecords.ts';
import type { Batch } from '../table/batches.ts';
import type { Column } from '../table/columns.ts';
import type { Importable } from '../table/importable.ts';
import type { RowFault } from '../table/reader.ts';
import { keysBefore } from './keys.ts';
import type { KeysBefore } from './products.ts';
import { faultsOfRefused, lookAtRows } from './rows.ts';
import { keptImports, writeSkipped } from './runs.ts';

const say = translator('ru', importLog);

/** How far a run is. A committed batch replaces it; nothing changes it in place. */
export interface RunState {
  id: number;
  /** What its columns can be. */
  fields: Importable;
  columns: readonly Column[];
  /** An empty cell empties its field. */
  clears: boolean;
  /** Rows of the table, and how many were read. */
  total: number;
  read: number;
  counts: ImportCounts;
}

/** What the rows of earlier batches did. */
export interface Earlier {
  /** Rows by the product that they wrote. */
  written: ReadonlyMap<number, number>;
  before: KeysBefore;
}

/** What a batch made of a run. */
export interface BatchResult {
  state: RunState;
  items: LogItem[];
  did: Earlier;
}

interface Options {
  /** As the user who imports may write to it. */
  storage: Storage;
  state: RunState;
  earlier: Earlier;
  batch: Batch;
}

/**
 * Writes a batch together with its log lines, counts and progress. It needs a transaction of its own:
 * all of that is kept or none.
 * @throws {RunEnded}
 */
export const writeBatch = async (
  tx: Database,
  changes: Changes,
  { storage, state, earlier, batch }: Options,
): Promise<BatchResult> => {
  const looked = await lookAtRows(tx, state, batch, earlier);
  const rows = [...looked.matched, ...looked.fresh];
  const written = (await writeRecords(tx, storage, looked.wanted, changes)).flatMap((outcome, at) => {
    const ready = rows[at];
    return ready ? [{ ready, outcome }] : [];
  });
  const done = written.flatMap(({ ready, outcome }) => (isRefused(outcome) ? [] : [{ ready, outcome }]));
  const refused = written.flatMap(({ ready, outcome }) =>
    isRefused(outcome) ? faultsOfRefused(state, ready, outcome) : [],
  );
  const faults = [...batch.faults, ...looked.faults, ...refused].toSorted((a, b) => a.row - b.row);
  const count = (kind: string) => done.filter(({ outcome }) => outcome.kind === kind).length;
  const added: ImportCounts = {
    new: count('new'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    faulty: new Set(faults.map(({ row }) => row)).size,
  };
  const next: RunState = {
    ...state,
    read: state.read + batch.read,
    counts: sum(state.counts, added),
  };
  // The run's row before its log, as whoever ends the run does it: the other way round each would wait for the other.
  const isGoingOn = await keptImports.writeStep(tx, state.id, { counts: next.counts, progress: progressOf(next) });
  if (!isGoingOn) throw new RunEnded(`import run ${state.id} was ended`);
  const items = await keptImports.writeLog(tx, state.id, [...faults.map(faultLine), summary(batch, added)]);
  await writeSkipped(tx, state.id, skippedIn(batch, faults));
  const named = state.columns.flatMap(({ field }) => field ?? []);
  const idsBy = (isFresh: boolean) =>
    done.flatMap(({ ready: { values }, outcome }) =>
      (outcome.kind === 'new') === isFresh ? [{ id: outcome.id, values }] : [],
    );
  const did = {
    written: new Map(done.map(({ ready: { row }, outcome }) => [outcome.id, row])),
    before: keysBefore(looked.found, { matched: idsBy(false), fresh: idsBy(true) }, { named, clears: state.clears }),
  };
  return { state: next, items, did };
};

/** The rows of a batch that were not written, as the file has them. */
const skippedIn = ({ rows, faulty }: Batch, faults: readonly RowFault[]) => {
  const at = new Set(faults.map(({ row }) => row));
  return [...faulty, ...rows.filter(({ row }) => at.has(row))].map(({ row, cells }) => ({ row, cells }));
};

/** Below 100 until every row is through: at 100 post-processing begins (§4). */
export const progressOf = ({ read, total }: RunState): number => Math.min(99, Math.floor((read / total) * 100));

const faultLine = (fault: RowFault): LineOf<LogItem> => ({ level: 'error', ...fault });

const summary = ({ from, to }: Batch, counts: ImportCounts): LineOf<LogItem> => ({
  level: 'info',
  text: say('log.batch', { from, to, ...counts }),
});

const sum = (a: ImportCounts, b: ImportCounts): ImportCounts => ({
  new: a.new + b.new,
  changed: a.changed + b.changed,
  unchanged: a.unchanged + b.unchanged,
  faulty: a.faulty + b.faulty,
});
