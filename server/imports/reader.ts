import type { MappingProposal } from '#contract/importMapping.ts';
import type { Lookups } from '../table/parseResult.ts';
import type { ChosenLayout } from '../table/proposeLayout.ts';
import { TableRefusal } from '../table/refusal.ts';
import type {
  ReadingChoices,
  TableHead,
  TableInspection,
  WorkerBatch,
  WorkerInput,
  WorkerRequest,
  WorkerResponse,
} from './messages.ts';
import { startThread, type WorkerThread } from './threads.ts';

/** Reads a table file in a worker thread, since parsing would block every other call. */
export interface ImportReader {
  inspection: TableInspection;
  /** Adds reference values that did not exist when the file was inspected. Call it before the first batch. */
  add: (newValues: Lookups) => Promise<void>;
  /** The next batch, or null at the end. It is parsed while the caller writes the previous one. */
  next: () => Promise<WorkerBatch | null>;
  close: () => Promise<void>;
}

/**
 * Time limits for a thread's answer, in ms. A thread that exceeds them is ended, because it has probably hung and would
 * block the queue.
 */
const TIMEOUTS_MS = { firstRows: 60_000, wholeTable: 600_000 };

export interface ReaderOptions {
  /** Receives the first rows before the whole table is inspected. */
  onHead?: ((head: TableHead) => Promise<void>) | undefined;
  /** Aborting ends the thread, whatever it is doing. */
  signal?: AbortSignal | undefined;
}

/** @throws {TableRefusal} when it is not a table, or the signal's reason */
export const openReader = async (
  input: WorkerInput,
  choices: ReadingChoices,
  options: ReaderOptions = {},
): Promise<ImportReader> => readTable(await startThread(input), choices, options);

/** @throws {TableRefusal} when it is not a table, or the signal's reason */
export const readTable = async (
  thread: WorkerThread,
  choices: ReadingChoices,
  { onHead, signal }: ReaderOptions,
): Promise<ImportReader> => {
  thread.endOnAbort(signal);
  if (onHead) await readHead(thread, choices, onHead);
  const answer = await requestFirst(thread, { inspect: choices }, TIMEOUTS_MS.wholeTable);
  if (answer.kind !== 'inspected') throw new Error(`import worker: "${answer.kind}" in answer to "inspect"`);
  return {
    inspection: answer.inspection,
    add: async newValues => void (await thread.ask({ added: newValues })),
    next: readAhead(thread),
    close: thread.end,
  };
};

const readHead = async (
  thread: WorkerThread,
  choices: ReadingChoices,
  onHead: (head: TableHead) => Promise<void>,
): Promise<void> => {
  const answer = await requestFirst(thread, { head: choices }, TIMEOUTS_MS.firstRows);
  if (answer.kind !== 'head') throw new Error(`import worker: "${answer.kind}" in answer to "head"`);
  const { refusal } = answer.head;
  try {
    await onHead(answer.head);
    if (refusal) throw new TableRefusal(refusal.kind, refusal.values);
  } catch (error) {
    await thread.end();
    throw error;
  }
};

/** Reads only the first rows. @throws {TableRefusal} when it is not a table */
export const readProposal = async (input: WorkerInput, chosenLayout: ChosenLayout): Promise<MappingProposal> => {
  const thread = await startThread(input);
  const proposal = await requestProposal(thread, chosenLayout);
  await thread.end();
  return proposal;
};

/** @throws {TableRefusal} when it is not a table; the thread has then ended */
export const requestProposal = async (thread: WorkerThread, chosenLayout: ChosenLayout): Promise<MappingProposal> => {
  const answer = await requestFirst(thread, { propose: chosenLayout }, TIMEOUTS_MS.firstRows);
  if (answer.kind !== 'proposed') throw new Error(`import worker: "${answer.kind}" in answer to "propose"`);
  return answer.proposal;
};

const requestFirst = async (thread: WorkerThread, request: WorkerRequest, limit: number): Promise<WorkerResponse> => {
  try {
    return await thread.ask(request, limit);
  } catch (error) {
    await thread.end();
    throw isOutOfMemory(error) ? new TableRefusal('tooMuchMemory', {}, { cause: error }) : error;
  }
};

const readAhead = (thread: WorkerThread): (() => Promise<WorkerBatch | null>) => {
  const request = (): Promise<WorkerBatch | null> => {
    const nextBatch = thread.ask('next').then(answer => (answer.kind === 'batch' ? answer.batch : null));
    nextBatch.catch(() => {});
    return nextBatch;
  };
  let pendingBatch: Promise<WorkerBatch | null> | null = null;
  return async () => {
    const batch = await (pendingBatch ?? request());
    if (batch) pendingBatch = request();
    return batch;
  };
};

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
