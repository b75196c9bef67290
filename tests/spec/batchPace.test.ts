import { afterEach, describe, expect, it, vi } from 'vitest';
import { runInBatches } from '#server/db/batchPace.ts';

afterEach(() => vi.restoreAllMocks());

describe('X Batches on a busy machine', () => {
  it('[X402] a batch that takes long is followed by a smaller one, and a quick one by a larger one', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const sizes: number[] = [];
    // A row takes 0.6 ms, then 4, then 0.2.
    await runInBatches({ databaseKind: 'postgres' }, Array.from({ length: 3500 }), async some => {
      now += some.length * ([0.6, 4, 4][sizes.length] ?? 0.2);
      sizes.push(some.length);
    });
    expect(sizes).toEqual([1000, 500, 250, 250, 1000, 500]);
  });
});
