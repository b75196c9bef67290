import { parentPort, workerData } from 'node:worker_threads';
import { type Batch, inspectTable, readBatches } from '../table/batches.ts';
import { withAdded } from '../table/cells.ts';
import { type Column, countKnown } from '../table/columns.ts';
import { importableWith } from '../table/importable.ts';
import { openTable } from '../table/open.ts';
import type { Lookups } from '../table/parsed.ts';
import { TableRefusal } from '../table/refusal.ts';
import type { Table } from '../table/row.ts';
import { inLanguage } from '../translate.ts';
import type { Answer, Request, WorkerInput } from './messages.ts';

/**
 * The thread that unpacks, parses and validates a table file, without access to the database. Batches are sent only on
 * request, so that it never reads far ahead of what has been written.
 */
const { path, sources, lookups, batchRows, clears, language } = workerData as WorkerInput;
const fields = inLanguage(language, () => importableWith(sources));

let table: Table | null = null;
let columns: readonly Column[] = [];
let known: Lookups = lookups;
let batches: AsyncGenerator<Batch, void, void> | null = null;

const answerTo = async (request: Request): Promise<Answer> => {
  if (request === 'inspect') {
    table = await openTable(path, cells => countKnown(cells, fields));
    const inspection = await inspectTable(table, fields, lookups);
    columns = inspection.columns;
    return { kind: 'inspected', inspection };
  }
  if (typeof request === 'object') {
    known = withAdded(lookups, request.added);
    return { kind: 'added' };
  }
  if (table && !batches) batches = readBatches(table, { fields, columns, lookups: known, size: batchRows, clears });
  const next = await batches?.next();
  if (next && !next.done) return { kind: 'batch', batch: next.value };
  table?.close();
  return { kind: 'end' };
};

parentPort?.on('message', async (request: Request) => {
  try {
    parentPort?.postMessage(await inLanguage(language, () => answerTo(request)));
  } catch (error) {
    if (!(error instanceof TableRefusal)) throw error;
    const refused: Answer = { kind: 'refused', refusal: error.kind, values: error.values };
    parentPort?.postMessage(refused);
  }
});
