import { parentPort, workerData } from 'node:worker_threads';
import { type ImportMapping, toMapping } from '#contract/importMapping.ts';
import { applyMapping, type MappedTable } from '../table/applyMapping.ts';
import { type Batch, inspectTable, readBatches, toStoredCell } from '../table/batches.ts';
import { addLookups } from '../table/cells.ts';
import { countKnown } from '../table/columns.ts';
import { unescapeCell } from '../table/csv.ts';
import { type ImageArchive, openImageArchive } from '../table/imageArchive.ts';
import { getImportableFields } from '../table/importable.ts';
import { openTable } from '../table/openTable.ts';
import type { Lookups } from '../table/parseResult.ts';
import { createHeaderCheck } from '../table/profileHeader.ts';
import { type ChosenLayout, type ProposalResult, proposeLayout } from '../table/proposeLayout.ts';
import { createIdentifierReader } from '../table/reader.ts';
import { TableRefusal } from '../table/refusal.ts';
import type { Table } from '../table/row.ts';
import { applyTableEdits } from '../table/tableEdits.ts';
import { runInLanguage } from '../translate.ts';
import type {
  ReadingChoices,
  TableHead,
  TableInspection,
  WorkerBatch,
  WorkerInput,
  WorkerRequest,
  WorkerResponse,
} from './messages.ts';

/**
 * The thread that unpacks, parses and validates a table file, without access to the database. Batches are sent only on
 * request, so that it never reads far ahead of what has been written.
 */
const input = workerData as WorkerInput;
const { path, sources, lookups, batchRows, maxRows, deniedFields, language, profileHeadings } = input;
const fields = runInLanguage(language, () => getImportableFields(sources));

/** Enough to fill a screen. */
const HEAD_ROWS = 100;
/** An empty batch, to carry rows excluded at the end of the table. */
const EMPTY_BATCH: Batch = { from: 0, to: 0, read: 0, rows: [], faults: [], faulty: [] };

let sourceTable: Promise<Table> | null = null;
let choices: ReadingChoices = {};
let mappedTable: MappedTable | null = null;
let knownLookups: Lookups = lookups;
let batches: AsyncGenerator<Batch, void, void> | null = null;
let imageArchive: Promise<ImageArchive> | null = null;
const excludedRows: WorkerBatch['excluded'] = [];

const isProfileHeader = createHeaderCheck(profileHeadings);
/** A row with the headings of a profile outweighs any number of known headings. */
const scoreHeader = (cells: readonly string[]): number =>
  isProfileHeader(cells.map(unescapeCell)) ? Number.POSITIVE_INFINITY : countKnown(cells, fields);

const openSourceTable = (): Promise<Table> => (sourceTable ??= openTable(path, scoreHeader));

const openArchive = async (): Promise<ImageArchive | null> =>
  choices.archivePath ? await (imageArchive ??= openImageArchive(choices.archivePath)) : null;

/** Proposes a mapping, judging also by the names in the archive. */
const propose = async (chosen: ChosenLayout = {}): Promise<ProposalResult> => {
  const archive = await openArchive();
  const isImageFile = (name: string): boolean => archive !== null && archive.find(name) !== 'none';
  return proposeLayout(
    await openSourceTable(),
    { fields, lookups, closed: deniedFields, isImageFile, isProfileHeader },
    chosen,
  );
};

const readMappedTable = async (mapping: ImportMapping): Promise<MappedTable> => {
  const inputTable = await applyMapping(await openSourceTable(), mapping, fields);
  if (!choices.edits) return inputTable;
  const readIdentifiers = createIdentifierReader(inputTable.columns, fields);
  return applyTableEdits(inputTable, choices.edits, ({ row, cells }) => {
    if (!batches) return;
    const storedCells = inputTable.columns.map(({ index }) => toStoredCell(cells[index]));
    excludedRows.push({ row, cells: storedCells, identifiers: readIdentifiers(cells) });
  });
};

const acceptProposal = ({ proposal }: ProposalResult): ImportMapping => ({
  ...toMapping(proposal),
  clears: choices.clearsEmpty ?? false,
});

/** Makes a proposal even if a mapping is given, because the user chooses from its samples and fields. */
const readHead = async (): Promise<TableHead> => {
  const { mapping: givenMapping } = choices;
  const chosenLayout = givenMapping ? { sheet: givenMapping.sheet, header: givenMapping.header } : {};
  const proposalResult = await propose(chosenLayout);
  const { proposal, examples, refusal } = proposalResult;
  if (!givenMapping && refusal)
    return { proposal, examples, table: null, batch: null, refusal: { kind: refusal.kind, values: refusal.values } };
  try {
    const mapping = givenMapping ?? acceptProposal(proposalResult);
    mappedTable = await readMappedTable(mapping);
    const first = await readBatches(mappedTable, { fields, lookups, size: HEAD_ROWS }).next();
    return {
      proposal,
      examples,
      table: { columns: mappedTable.columns, mapping },
      batch: first.done ? null : first.value,
      refusal: null,
    };
  } catch (error) {
    if (!(error instanceof TableRefusal)) throw error;
    return { proposal, examples, table: null, batch: null, refusal: { kind: error.kind, values: error.values } };
  }
};

const inspectSourceTable = async (): Promise<TableInspection> => {
  const { mapping: givenMapping } = choices;
  const proposalResult = givenMapping ? null : await propose();
  if (proposalResult?.refusal) throw proposalResult.refusal;
  const mapping = givenMapping ?? (proposalResult && acceptProposal(proposalResult));
  if (!mapping) throw new Error('a table is read by a mapping or by a proposal');
  mappedTable = await readMappedTable(mapping);
  const inspection = await inspectTable(mappedTable, fields, lookups, {
    mostRows: maxRows,
    archive: await openArchive(),
  });
  return { ...inspection, mapping, proposal: proposalResult?.proposal ?? null };
};

const handleRequest = async (request: WorkerRequest): Promise<WorkerResponse> => {
  if (request === 'next') return readNextBatch();
  if ('propose' in request) {
    const { proposal } = await propose(request.propose);
    return { kind: 'proposed', proposal };
  }
  if ('head' in request) {
    choices = request.head;
    return { kind: 'head', head: await readHead() };
  }
  if ('inspect' in request) {
    choices = request.inspect;
    return { kind: 'inspected', inspection: await inspectSourceTable() };
  }
  knownLookups = addLookups(lookups, request.added);
  return { kind: 'added' };
};

const readNextBatch = async (): Promise<WorkerResponse> => {
  if (mappedTable && !batches) batches = readBatches(mappedTable, { fields, lookups: knownLookups, size: batchRows });
  const next = await batches?.next();
  if (next && !next.done) return { kind: 'batch', batch: { ...next.value, excluded: excludedRows.splice(0) } };
  if (excludedRows.length > 0) return { kind: 'batch', batch: { ...EMPTY_BATCH, excluded: excludedRows.splice(0) } };
  mappedTable?.close();
  return { kind: 'end' };
};

parentPort?.on('message', async (request: WorkerRequest) => {
  try {
    parentPort?.postMessage(await runInLanguage(language, () => handleRequest(request)));
  } catch (error) {
    if (!(error instanceof TableRefusal)) throw error;
    const refusalAnswer: WorkerResponse = { kind: 'refused', refusal: error.kind, values: error.values };
    parentPort?.postMessage(refusalAnswer);
  }
});
