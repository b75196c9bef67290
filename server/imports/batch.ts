import type { ImportCounts, LogItem } from '#contract/importing.ts';
import { importLog } from '#i18n/ru/importLog.ts';
import { translator } from '#i18n/translate.ts';
import type { Database } from '../db/database.ts';
import { writeAs } from '../drafts/author.ts';
import { RunEnded } from '../jobs/engine.ts';
import type { LineOf } from '../jobs/runs.ts';
import { notifyEditing } from '../realtime/notifications/editing.ts';
import type { Notified } from '../realtime/notifications/notify.ts';
import type { Batch } from '../table/batches.ts';
import type { Column } from '../table/columns.ts';
import type { Importable } from '../table/importable.ts';
import type { RowFault } from '../table/reader.ts';
import { damageIn } from './damage.ts';
import { keysBefore } from './keys.ts';
import { compareLinks, holdCategories, holdProducts, isPart, touchProducts, writeLinkChanges } from './links.ts';
import { type MatchedRow, matchRows, type ReadyRow, takenAt } from './match.ts';
import {
  type Fill,
  findProducts,
  holdReferences,
  insertProducts,
  type KeysBefore,
  keyOf,
  preferIndexes,
  type Stamp,
  updateProducts,
} from './products.ts';
import { keepingRules } from './rules.ts';
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

interface Options extends Stamp {
  state: RunState;
  people: Notified;
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
  { state, earlier, batch, people, ...stamp }: Options,
): Promise<BatchResult> => {
  const { columns, fields, clears } = state;
  const values = batch.rows.map(ready => ready.values);
  await writeAs(tx, stamp.by);
  await preferIndexes(tx);
  const held = {
    values: await holdReferences(tx, fields, values),
    categories: await holdCategories(tx, fields, values),
  };
  const found = await findProducts(tx, values, earlier.before);
  const named = columns.flatMap(({ field }) => field ?? []);
  const damage = await damageIn(tx, batch.rows, { fields, named, found, before: earlier.before });
  const { written } = earlier;
  const matching = matchRows(batch.rows, { found, held, damage, written, columns, fields });
  const { matched, fresh, faults } = await keepingRules(tx, matching, { columns, fields });
  const changed = await updateAll(tx, { fields, named, clears }, matched, stamp);
  await notifyEditing(tx, people, { by: stamp.by, resource: 'nomenclature', ids: [...changed] });
  const inserted = await insertProducts(tx, fields, fresh, stamp);
  const idOf = (ready: ReadyRow) => inserted.get(keyOf(ready.values));
  const made = fresh.flatMap(({ values, ...ready }) => {
    const id = idOf({ values, ...ready });
    return id === undefined ? [] : [{ id, values }];
  });
  await writeLinkChanges(tx, fields, await compareLinks(tx, { fields, named }, made));
  const taken = fresh.filter(ready => idOf(ready) === undefined).map(ready => takenAt(state, ready));
  const allFaults = [...batch.faults, ...faults, ...taken].toSorted((a, b) => a.row - b.row);

  const added: ImportCounts = {
    new: inserted.size,
    changed: changed.size,
    unchanged: matched.length - changed.size,
    faulty: new Set(allFaults.map(({ row }) => row)).size,
  };
  const next: RunState = {
    ...state,
    read: state.read + batch.read,
    counts: sum(state.counts, added),
  };
  // The run's row before its log, as whoever ends the run does it: the other way round each would wait for the other.
  const isGoingOn = await keptImports.writeStep(tx, state.id, { counts: next.counts, progress: progressOf(next) });
  if (!isGoingOn) throw new RunEnded(`import run ${state.id} was ended`);
  const items = await keptImports.writeLog(tx, state.id, [...allFaults.map(faultLine), summary(batch, added)]);
  await writeSkipped(tx, state.id, skippedIn(batch, allFaults));
  const rows = [...matched, ...fresh.flatMap(ready => ({ row: ready.row, id: idOf(ready) ?? [] }))];
  const did = {
    written: new Map(rows.flatMap(({ id, row }) => (typeof id === 'number' ? [[id, row] as const] : []))),
    before: keysBefore(found, { matched, fresh }, { named, clears }),
  };
  return { state: next, items, did };
};

/** Writes what rows fill, in columns and in pairs. @returns the ids of the products that changed */
const updateAll = async (
  tx: Database,
  fill: Fill,
  rows: readonly MatchedRow[],
  stamp: Stamp,
): Promise<ReadonlySet<number>> => {
  if (rows.length > 0 && fill.named.some(name => isPart(fill.fields.get(name))))
    await holdProducts(
      tx,
      rows.map(({ id }) => id),
    );
  const changed = await updateProducts(tx, fill, rows, stamp);
  const links = await compareLinks(tx, fill, rows);
  await writeLinkChanges(tx, fill.fields, links);
  const more = links.map(({ id }) => id).filter(id => !changed.has(id));
  await touchProducts(tx, more, stamp);
  return new Set([...changed, ...more]);
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
