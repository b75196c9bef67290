import { parentPort, workerData } from 'node:worker_threads';
import { acceptedProposal } from '#contract/arrangement.ts';
import { type ArrangedTable, arrange } from '../table/arrange.ts';
import { type Batch, inspectTable, readBatches } from '../table/batches.ts';
import { withAdded } from '../table/cells.ts';
import { countKnown } from '../table/columns.ts';
import { importableWith } from '../table/importable.ts';
import { openTable } from '../table/open.ts';
import type { Lookups } from '../table/parsed.ts';
import { propose } from '../table/propose.ts';
import { TableRefusal } from '../table/refusal.ts';
import type { Table } from '../table/row.ts';
import { inLanguage } from '../translate.ts';
import type { Answer, Inspected, Request, WorkerInput } from './messages.ts';

/**
 * The thread that unpacks, parses and validates a table file, without access to the database. Batches are sent only on
 * request, so that it never reads far ahead of what has been written.
 */
const {
  path,
  sources,
  lookups,
  batchRows,
  mostRows,
  closed,
  arrangement: given,
  clears,
  language,
} = workerData as WorkerInput;
const fields = inLanguage(language, () => importableWith(sources));

let file: Promise<Table> | null = null;
let table: ArrangedTable | null = null;
let known: Lookups = lookups;
let batches: AsyncGenerator<Batch, void, void> | null = null;

const open = (): Promise<Table> => (file ??= openTable(path, cells => countKnown(cells, fields)));

const inspect = async (): Promise<Inspected> => {
  const opened = await open();
  const proposed = given ? null : await propose(opened, { fields, lookups, closed });
  if (proposed?.refusal) throw proposed.refusal;
  const proposal = proposed?.proposal ?? null;
  const arrangement = given ?? (proposal && { ...acceptedProposal(proposal), clears });
  if (!arrangement) throw new Error('a table is read by an arrangement or by a proposal');
  table = await arrange(opened, arrangement, fields);
  return { ...(await inspectTable(table, fields, lookups, mostRows)), arrangement, proposal };
};

const answerTo = async (request: Request): Promise<Answer> => {
  if (request === 'inspect') return { kind: 'inspected', inspection: await inspect() };
  if (typeof request === 'object' && 'propose' in request) {
    const { proposal } = await propose(await open(), { fields, lookups, closed }, request.propose);
    return { kind: 'proposed', proposal };
  }
  if (typeof request === 'object') {
    known = withAdded(lookups, request.added);
    return { kind: 'added' };
  }
  if (table && !batches) batches = readBatches(table, { fields, lookups: known, size: batchRows });
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
