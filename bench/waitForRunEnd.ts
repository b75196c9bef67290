import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from './server.ts';

const LONGEST_MS = 120_000;

/** Waits until an import is over. @returns how long that took in ms, and the run as it ended */
export const waitForRunEnd = async <Run extends { status: string }>(
  client: Client,
  id: number,
): Promise<[ms: number, run: Run]> => {
  const begunAt = performance.now();
  for (;;) {
    const run = (await client.get(`/products/import/nomenclature/runs/${id}?limit=1`)) as Run;
    const ms = performance.now() - begunAt;
    if (!['processing', 'post_processing'].includes(run.status)) return [ms, run];
    if (ms > LONGEST_MS) throw new Error(`run ${id} is still ${run.status} two minutes after the restart`);
    await sleep(100);
  }
};
