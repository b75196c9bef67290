import { setTimeout as sleep } from 'node:timers/promises';
import type { UndoOutcome, UndoRun } from '#contract/undo.ts';
import type { Client } from './server.ts';

export const readLastBatch = async (client: Client): Promise<number> => {
  const { items } = (await client.get('/batches?per_page=1')) as { items: { id: number }[] };
  if (!items[0]) throw new Error('the history is empty');
  return items[0].id;
};

/** Begins to take a large batch back. @returns the run */
export const beginUndo = async (client: Client, batch: number): Promise<number> => {
  const { run_id } = (await client.post(`/batches/${batch}/undo`, {})) as UndoOutcome & { run_id: number | null };
  if (run_id === null) throw new Error('the batch is so small that no run takes it back');
  return run_id;
};

const LONGEST_MS = 3_600_000;

export const waitForUndo = async (client: Client, id: number): Promise<UndoRun> => {
  for (const diesAt = performance.now() + LONGEST_MS; performance.now() < diesAt; await sleep(50)) {
    const run = (await client.get(`/undo/runs/${id}?limit=1`)) as UndoRun;
    if (run.status !== 'processing') return run;
  }
  throw new Error(`undo ${id} is still processing an hour later`);
};
