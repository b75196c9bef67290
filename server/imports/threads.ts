import { stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { recogniseTableType } from '../table/openTable.ts';
import { TableRefusal } from '../table/refusal.ts';
import { computeReadingLimits } from './computeReadingLimits.ts';
import type { WorkerInput, WorkerRequest, WorkerResponse } from './messages.ts';

/** A thread with an open table file. */
export interface WorkerThread {
  /** @param limit time limit for the answer, in ms, after which the thread is ended */
  ask: (request: WorkerRequest, limit?: number) => Promise<WorkerResponse>;
  /** Closes the table. The thread waits for another one, unless it is busy or has read a large file. */
  end: () => Promise<void>;
  endOnAbort: (signal: AbortSignal | undefined) => void;
}

const workerUrl = new URL(
  import.meta.url.endsWith('.ts') ? './workerFromSource.mjs' : './importWorker.js',
  import.meta.url,
);

/** A thread ends after a larger file, to return its memory. */
const REUSE_MAX_BYTES = 2 ** 20;

/** As many as one person needs, whose previews wait for one another. */
const MAX_IDLE_WORKERS = 2;
const IDLE_MS = 60_000;

interface IdleWorker {
  worker: Worker;
  threadMb: number;
  timer: NodeJS.Timeout;
}

/**
 * Threads without a table. Starting one takes a fifth of a second, longer than reading a small table, and a table is read
 * again after every correction of its preview.
 */
const idleWorkers: IdleWorker[] = [];

const startWorker = (threadMb: number): Worker => {
  const worker = new Worker(workerUrl, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: threadMb } });
  // Whoever waits for an answer gets the error. Without a listener, an error of an idle thread would end the process.
  worker.on('error', () => undefined);
  return worker.once('exit', () => removeIdle(worker));
};

const takeWorker = (threadMb: number): Worker => {
  const idle = idleWorkers.find(worker => worker.threadMb === threadMb);
  if (!idle) return startWorker(threadMb);
  removeIdle(idle.worker);
  idle.worker.ref();
  return idle.worker;
};

/** Starts a thread for a table that is likely to come soon, unless one is waiting already. */
export const prepareThread = (): void => {
  if (idleWorkers.length > 0) return;
  const { threadMb } = computeReadingLimits();
  keepIdle(startWorker(threadMb), threadMb);
};

const removeIdle = (worker: Worker): void => {
  const index = idleWorkers.findIndex(idle => idle.worker === worker);
  if (index < 0) return;
  clearTimeout(idleWorkers[index]?.timer);
  idleWorkers.splice(index, 1);
};

const keepIdle = (worker: Worker, threadMb: number): void => {
  // An idle thread must not keep the process alive.
  worker.unref();
  idleWorkers.push({ worker, threadMb, timer: setTimeout(() => void worker.terminate(), IDLE_MS).unref() });
};

/** @throws {TableRefusal} when it is not a table */
export const startThread = async (input: WorkerInput): Promise<WorkerThread> => {
  await recogniseTableType(input.path);
  const isReusable = (await stat(input.path)).size <= REUSE_MAX_BYTES;
  const { threadMb } = computeReadingLimits();
  const worker = takeWorker(threadMb);
  let endReason: unknown = new Error('the import worker ended before its time');
  let isStopped = false;
  let isFinished = false;
  let pendingRequests = 0;
  let ending: Promise<void> | null = null;
  const cleanUps: (() => void)[] = [];
  const endWith = (reason: unknown): void => {
    endReason = reason;
    isStopped = true;
    void worker.terminate();
  };
  const finish = (): void => {
    isFinished = true;
    for (const cleanUp of cleanUps.splice(0)) cleanUp();
  };
  worker.once('exit', finish);
  const send: WorkerThread['ask'] = async (request, limit) => {
    if (isFinished) throw endReason;
    const timer = limit && setTimeout(() => endWith(new TableRefusal('tooSlow')), limit);
    pendingRequests += 1;
    try {
      return await sendRequest(worker, request, () => endReason);
    } finally {
      pendingRequests -= 1;
      clearTimeout(timer);
    }
  };
  const isReleasable = (): boolean =>
    !isStopped && pendingRequests === 0 && isReusable && idleWorkers.length < MAX_IDLE_WORKERS;
  const release = async (): Promise<void> => {
    if (isFinished) return;
    const isClosed =
      isReleasable() &&
      (await send('close').then(
        () => true,
        () => false,
      ));
    // It may have been stopped in the meantime.
    if (!isClosed || !isReleasable()) return void (await worker.terminate());
    worker.off('exit', finish);
    finish();
    keepIdle(worker, threadMb);
  };
  await send({ open: input });
  return {
    // A thread that is being released may already belong to somebody else.
    ask: (request, limit) => (ending ? Promise.reject(endReason) : send(request, limit)),
    end: () => (ending ??= release()),
    endOnAbort: signal => {
      if (!signal) return;
      const onAbort = () => endWith(signal.reason);
      if (signal.aborted) return onAbort();
      signal.addEventListener('abort', onAbort);
      cleanUps.push(() => signal.removeEventListener('abort', onAbort));
    },
  };
};

/** @param endReason returns the reason if the thread ends without an answer */
const sendRequest = (worker: Worker, request: WorkerRequest, endReason: () => unknown): Promise<WorkerResponse> =>
  new Promise((resolve, reject) => {
    const settleWith = (action: () => void) => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      action();
    };
    const onMessage = (answer: WorkerResponse) =>
      settleWith(() =>
        answer.kind === 'refused' ? reject(new TableRefusal(answer.refusal, answer.values)) : resolve(answer),
      );
    const onError = (error: unknown) => settleWith(() => reject(error));
    const onExit = () => settleWith(() => reject(endReason()));
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(request);
  });
