import { Worker } from 'node:worker_threads';
import type { Batch, Inspection } from '../table/batches.ts';
import { recognise } from '../table/open.ts';
import type { Lookups } from '../table/parsed.ts';
import { TableRefusal } from '../table/refusal.ts';
import type { Answer, Request, WorkerInput } from './messages.ts';

/** A table file that is being read in a thread beside this one. */
export interface ImportReader {
  inspection: Inspection;
  /** Takes note of values of references that were missing; before the first batch is asked for. */
  add: (added: Lookups) => Promise<void>;
  /** The next batch, or null at the end. Parsing it goes on while the caller writes the one before. */
  next: () => Promise<Batch | null>;
  close: () => Promise<void>;
}

/** Enough for the texts of the largest workbook that is let in; a file made to need more ends its thread only. */
const MEMORY_MB = 384;

/** Beside this file, in the sources as in the bundle. */
const workerUrl = new URL(
  import.meta.url.endsWith('.ts') ? './workerFromSource.mjs' : './importWorker.js',
  import.meta.url,
);

/** Starts the thread and has it look through the file, when it can be a table at all. @throws {TableRefusal} */
export const openReader = async (input: WorkerInput): Promise<ImportReader> => {
  await recognise(input.path);
  const worker = new Worker(workerUrl, {
    workerData: input,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  try {
    const answer = await ask(worker, 'inspect');
    if (answer.kind !== 'inspected') throw new Error(`import worker: "${answer.kind}" in answer to "inspect"`);
    return {
      inspection: answer.inspection,
      add: async added => void (await ask(worker, { added })),
      next: ahead(worker),
      close: async () => void (await worker.terminate()),
    };
  } catch (error) {
    await worker.terminate();
    throw isOutOfMemory(error) ? new TableRefusal('damaged', {}, { cause: error }) : error;
  }
};

/** Asks for one batch more than was taken. */
const ahead = (worker: Worker): (() => Promise<Batch | null>) => {
  const request = (): Promise<Batch | null> => {
    const asked = ask(worker, 'next').then(answer => (answer.kind === 'batch' ? answer.batch : null));
    asked.catch(() => {});
    return asked;
  };
  let coming: Promise<Batch | null> | null = null;
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
