import { parentPort } from 'node:worker_threads';
import { type ImportMapping, toMapping } from '#contract/importMapping.ts';
import type { Locale } from '#i18n/messages.ts';
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

/** Enough to fill a screen. */
const HEAD_ROWS = 100;
/** An empty batch, to carry rows excluded at the end of the table. */
const EMPTY_BATCH: Batch = { from: 0, to: 0, read: 0, rows: [], faults: [], faulty: [] };

interface OpenFile {
  input: WorkerInput;
  fields: ReturnType<typeof getImportableFields>;
  isProfileHeader: ReturnType<typeof createHeaderCheck>;
  sourceTable: Promise<Table> | null;
  choices: ReadingChoices;
  mappedTable: MappedTable | null;
  knownLookups: Lookups;
  batches: AsyncGenerator<Batch, void, void> | null;
  imageArchive: Promise<ImageArchive> | null;
  excludedRows: WorkerBatch['excluded'];
}

/**
 * The thread that unpacks, parses and validates table files, one after another, without access to the database. Batches
 * are sent only on request, so that it never reads far ahead of what has been written.
 */
let openedFile: OpenFile | null = null;

const getFile = (): OpenFile => {
  if (!openedFile) throw new Error('import worker: no file is open');
  return openedFile;
};

const openFile = (input: WorkerInput): void => {
  openedFile = {
    input,
    fields: getImportableFields(input.sources),
    isProfileHeader: createHeaderCheck(input.profileHeadings),
    sourceTable: null,
    choices: {},
    mappedTable: null,
    knownLookups: input.lookups,
    batches: null,
    imageArchive: null,
    excludedRows: [],
  };
};

const closeFile = async (): Promise<void> => {
  const file = openedFile;
  openedFile = null;
  // Rows that nobody has asked for would keep their file open.
  await file?.batches?.return();
  // A file that could not be opened has nothing to close.
  const [table, archive] = await Promise.allSettled([file?.sourceTable, file?.imageArchive]);
  if (table.status === 'fulfilled') table.value?.close();
  if (archive.status === 'fulfilled') archive.value?.close();
};

/** A row with the headings of a profile outweighs any number of known headings. */
const scoreHeader = (cells: readonly string[]): number => {
  const { fields, isProfileHeader } = getFile();
  return isProfileHeader(cells.map(unescapeCell)) ? Number.POSITIVE_INFINITY : countKnown(cells, fields);
};

const openSourceTable = (): Promise<Table> => {
  const file = getFile();
  return (file.sourceTable ??= openTable(file.input.path, scoreHeader));
};

const openArchive = async (): Promise<ImageArchive | null> => {
  const file = getFile();
  const { archivePath } = file.choices;
  return archivePath ? await (file.imageArchive ??= openImageArchive(archivePath)) : null;
};

/** Proposes a mapping, judging also by the names in the archive. */
const propose = async (chosen: ChosenLayout = {}): Promise<ProposalResult> => {
  const archive = await openArchive();
  const isImageFile = (name: string): boolean => archive !== null && archive.find(name) !== 'none';
  const { fields, isProfileHeader, input } = getFile();
  const context = { fields, lookups: input.lookups, closed: input.deniedFields, isImageFile, isProfileHeader };
  return proposeLayout(await openSourceTable(), context, chosen);
};

const readMappedTable = async (mapping: ImportMapping): Promise<MappedTable> => {
  const file = getFile();
  const { fields, choices, excludedRows } = file;
  const inputTable = await applyMapping(await openSourceTable(), mapping, fields);
  if (!choices.edits) return inputTable;
  const readIdentifiers = createIdentifierReader(inputTable.columns, fields);
  return applyTableEdits(inputTable, choices.edits, ({ row, cells }) => {
    if (!file.batches) return;
    const storedCells = inputTable.columns.map(({ index }) => toStoredCell(cells[index]));
    excludedRows.push({ row, cells: storedCells, identifiers: readIdentifiers(cells) });
  });
};

const acceptProposal = ({ proposal }: ProposalResult): ImportMapping => ({
  ...toMapping(proposal),
  clears: getFile().choices.clearsEmpty ?? false,
});

/** Makes a proposal even if a mapping is given, because the user chooses from its samples and fields. */
const readHead = async (): Promise<TableHead> => {
  const file = getFile();
  const { mapping: givenMapping } = file.choices;
  const chosenLayout = givenMapping ? { sheet: givenMapping.sheet, header: givenMapping.header } : {};
  const proposalResult = await propose(chosenLayout);
  const { proposal, examples, refusal } = proposalResult;
  if (!givenMapping && refusal)
    return { proposal, examples, table: null, batch: null, refusal: { kind: refusal.kind, values: refusal.values } };
  try {
    const mapping = givenMapping ?? acceptProposal(proposalResult);
    const mappedTable = await readMappedTable(mapping);
    file.mappedTable = mappedTable;
    const options = { fields: file.fields, lookups: file.input.lookups, size: HEAD_ROWS };
    const firstRows = readBatches(mappedTable, options);
    const first = await firstRows.next();
    await firstRows.return();
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
  const file = getFile();
  const { mapping: givenMapping } = file.choices;
  const proposalResult = givenMapping ? null : await propose();
  if (proposalResult?.refusal) throw proposalResult.refusal;
  const mapping = givenMapping ?? (proposalResult && acceptProposal(proposalResult));
  if (!mapping) throw new Error('a table is read by a mapping or by a proposal');
  file.mappedTable = await readMappedTable(mapping);
  const inspection = await inspectTable(file.mappedTable, file.fields, file.input.lookups, {
    mostRows: file.input.maxRows,
    archive: await openArchive(),
  });
  return { ...inspection, mapping, proposal: proposalResult?.proposal ?? null };
};

const handleRequest = async (request: WorkerRequest): Promise<WorkerResponse> => {
  if (request === 'next') return readNextBatch();
  if (request === 'close') {
    await closeFile();
    return { kind: 'closed' };
  }
  if ('open' in request) {
    openFile(request.open);
    return { kind: 'opened' };
  }
  if ('propose' in request) {
    const { proposal } = await propose(request.propose);
    return { kind: 'proposed', proposal };
  }
  if ('head' in request) {
    getFile().choices = request.head;
    return { kind: 'head', head: await readHead() };
  }
  if ('inspect' in request) {
    getFile().choices = request.inspect;
    return { kind: 'inspected', inspection: await inspectSourceTable() };
  }
  const file = getFile();
  file.knownLookups = addLookups(file.input.lookups, request.added);
  return { kind: 'added' };
};

const readNextBatch = async (): Promise<WorkerResponse> => {
  const file = getFile();
  const { mappedTable, fields, knownLookups: lookups, excludedRows } = file;
  if (mappedTable && !file.batches)
    file.batches = readBatches(mappedTable, { fields, lookups, size: file.input.batchRows });
  const next = await file.batches?.next();
  if (next && !next.done) return { kind: 'batch', batch: { ...next.value, excluded: excludedRows.splice(0) } };
  if (excludedRows.length > 0) return { kind: 'batch', batch: { ...EMPTY_BATCH, excluded: excludedRows.splice(0) } };
  mappedTable?.close();
  return { kind: 'end' };
};

/** A file is opened in the language of its user. */
const getLanguage = (request: WorkerRequest): Locale =>
  typeof request === 'object' && 'open' in request ? request.open.language : getFile().input.language;

parentPort?.on('message', async (request: WorkerRequest) => {
  try {
    parentPort?.postMessage(await runInLanguage(getLanguage(request), () => handleRequest(request)));
  } catch (error) {
    if (!(error instanceof TableRefusal)) throw error;
    const refusalAnswer: WorkerResponse = { kind: 'refused', refusal: error.kind, values: error.values };
    parentPort?.postMessage(refusalAnswer);
  }
});
