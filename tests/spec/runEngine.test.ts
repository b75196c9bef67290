import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ServerDeps } from '#server/http/deps.ts';
import { importRuns } from '#server/imports/importJob.ts';
import { HEARTBEAT_INTERVAL_MS } from '#server/jobs/takeoverTimes.ts';
import { hold } from '#tests/support/hold.ts';

/** Long enough for one heartbeat. */
const LATER_MS = HEARTBEAT_INTERVAL_MS * 1.2;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('[I949] a stopped run waits for its heartbeat under way', async () => {
  const write = hold();
  const work = hold();
  const execute = vi.fn(() => write.released.then(() => ({ rows: [{ is: true }] })));
  const deps = { db: { execute }, realtime: {} } as unknown as ServerDeps;
  const ended = vi.fn();
  const run = importRuns.withHeartbeat(deps, { id: 1, attempt: 1 }, () => work.released).then(ended);

  await vi.advanceTimersByTimeAsync(LATER_MS);
  expect(execute).toHaveBeenCalledTimes(1);
  work.release();
  await vi.advanceTimersByTimeAsync(LATER_MS);
  expect(ended).not.toHaveBeenCalled();
  write.release();
  await run;
  expect(ended).toHaveBeenCalledTimes(1);
  expect(execute).toHaveBeenCalledTimes(1);
});
