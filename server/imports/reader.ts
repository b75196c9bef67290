import { Worker } from 'node:worker_threads';
import type { ArrangementProposal } from '#contract/arrangement.ts';
import { recognise } from '../table/open.ts';
import type { Lookups } from '../table/parsed.ts';
import type { Chosen } from '../table/propose.ts';
import { TableRefusal } from '../table/refusal.ts';
import type { Answer, Inspected, Request, TableHead, WorkerBatch, WorkerInput } from './messages.ts';

/** Reads a table file in a worker thread, since parsing would block every other call. */
export interface ImportReader {
  inspection: Inspected;
  /** Adds reference values that did not exist when the file was inspected. Call it before the first batch. */
  add: (added: Lookups) => Promise<void>;
  /** The next batch, or null at the end. It is parsed while the caller writes the previous one. */
  next: () => Promise<WorkerBatch | null>;
  close: () => Promise<void>;
}

/**
 * Enough for the largest permitted workbook, whose texts are all kept where they are shared between its cells. A
 * malicious file that needs more ends only its thread.
 */
const MEMORY_MB = 1024;

const workerUrl = new URL(
  import.meta.url.endsWith('.ts') ? './workerFromSource.mjs' : './importWorker.js',
  import.meta.url,
);

/**
 * @param onHead receives the first rows before the whole table is inspected
 * @throws {TableRefusal} when it is not a table
 */
export const openReader = async (
  input: WorkerInput,
  onHead?: (head: TableHead) => Promise<void>,
): Promise<ImportReader> => {
  const worker = await startWorker(input);
  if (onHead) await readHead(worker, onHead);
  const answer = await askFirst(worker, 'inspect');
  if (answer.kind !== 'inspected') throw new Error(`import worker: "${answer.kind}" in answer to "inspect"`);
  return {
    inspection: answer.inspection,
    add: async added => void (await ask(worker, { added })),
    next: ahead(worker),
    close: async () => void (await worker.terminate()),
  };
};

const readHead = async (worker: Worker, onHead: (head: TableHead) => Promise<void>): Promise<void> => {
  const answer = await askFirst(worker, 'head');
  if (answer.kind !== 'head') throw new Error(`import worker: "${answer.kind}" in answer to "head"`);
  const { refusal } = answer.head;
  try {
    await onHead(answer.head);
    if (refusal) throw new TableRefusal(refusal.kind, refusal.values);
  } catch (error) {
    await worker.terminate();
    throw error;
  }
};

/** Reads only the first rows. @throws {TableRefusal} when it is not a table */
export const readProposal = async (input: WorkerInput, chosen: Chosen): Promise<ArrangementProposal> => {
  const worker = await startWorker(input);
  const answer = await askFirst(worker, { propose: chosen });
  await worker.terminate();
  if (answer.kind !== 'proposed') throw new Error(`import worker: "${answer.kind}" in answer to "propose"`);
  return answer.proposal;
};

const startWorker = async (input: WorkerInput): Promise<Worker> => {
  await recognise(input.path);
  return new Worker(workerUrl, {
    workerData: input,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
};

const askFirst = async (worker: Worker, request: Request): Promise<Answer> => {
  try {
    return await ask(worker, request);
  } catch (error) {
    await worker.terminate();
    throw isOutOfMemory(error) ? new TableRefusal('damaged', {}, { cause: error }) : error;
  }
};

const ahead = (worker: Worker): (() => Promise<WorkerBatch | null>) => {
  const request = (): Promise<WorkerBatch | null> => {
    const answered = ask(worker, 'next').then(answer => (answer.kind === 'batch' ? answer.batch : null));
    answered.catch(() => {});
    return answered;
  };
  let coming: Promise<WorkerBatch | null> | null = null;
  return async () => {
    const batch = await (coming ?? request());
    if (batch) coming = request();
    return batch;
  };
};

const ask = (worker: Worker, request: Request): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      act();
    };
    const onMessage = (answer: Answer) =>
      settle(() =>
        answer.kind === 'refused' ? reject(new TableRefusal(answer.refusal, answer.values)) : resolve(answer),
      );
    const onError = (error: unknown) => settle(() => reject(error));
    const onExit = () => settle(() => reject(new Error('the import worker ended before its time')));
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(request);
  });

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
