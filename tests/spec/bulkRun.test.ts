import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BulkErrorReason, type BulkResponse, bulkErrorReasons } from '#contract/bulk.ts';
import { BATCH_SIZE, type BulkProgress, getOutcome, getRetryableIds, runBulk } from '#providers/cache/bulkRun.ts';

const texts = {
  unconfirmed: 'не подтверждено',
  failure: (error: unknown) => ({ reason: 'unconfirmed' as const, message: String(error) }),
};
const faultOf = (id: number, reason: BulkErrorReason = 'conflict') => ({ id, reason, message: 'нет' });

/** What a server makes of one call, right or wrong: it may leave ids out, name others, contradict itself, or not answer. */
const anyAnswer = fc.oneof(
  fc.constant(null),
  fc.record({
    done: fc.func(fc.boolean()),
    failed: fc.func(fc.boolean()),
    strangers: fc.array(fc.integer({ max: 0 })),
  }),
);
const anyIds = fc.uniqueArray(fc.integer({ min: 1, max: 1e9 }), { minLength: 1, maxLength: 40 });

/** Runs a change whose ids are stretched over several parts, and keeps what the server said of each id. */
const play = async (
  seeds: number[],
  answers: (typeof anyAnswer extends fc.Arbitrary<infer A> ? A : never)[],
  stopAfter: number,
) => {
  const ids = [...new Set(seeds.flatMap(seed => Array.from({ length: 90 }, (_, at) => seed + at)))];
  const confirmed = new Set<number>();
  const refused = new Set<number>();
  const sent: number[] = [];
  const seen: BulkProgress[] = [];
  let calls = 0;
  const progress = await runBulk({
    ids,
    messages: texts,
    isStopped: () => calls >= stopAfter,
    onProgress: now => seen.push(now),
    send: async part => {
      expect(part.length).toBeLessThanOrEqual(BATCH_SIZE);
      sent.push(...part);
      const answer = answers[calls % answers.length];
      calls += 1;
      if (!answer) throw new Error('нет ответа');
      const verdict: BulkResponse = {
        // By the id alone: `fc.func` prints all that it is called with, and `filter` passes the whole list on.
        ids: [...part.filter(id => answer.done(id)), ...answer.strangers],
        failed: part.filter(id => answer.failed(id)).map(id => faultOf(id)),
      };
      for (const id of verdict.ids) confirmed.add(id);
      for (const { id } of verdict.failed) refused.add(id);
      return verdict;
    },
  });
  return { ids, progress, seen, sent, confirmed, refused };
};

describe('Bulk changes: what their notice may state', () => {
  it('[L53] a failed record is never shown as a success, whatever the server responds', async () => {
    await fc.assert(
      fc.asyncProperty(anyIds, fc.array(anyAnswer, { minLength: 1 }), fc.nat(4), async (seeds, answers, stopAfter) => {
        const { ids, progress, seen, sent, confirmed, refused } = await play(seeds, answers, stopAfter);
        for (const { done, failed, remaining } of [...seen, progress]) {
          const all = [...done, ...failed.keys(), ...remaining];
          expect([all.length, new Set([...all, ...ids]).size]).toEqual([ids.length, ids.length]);
          expect([...done].filter(id => !confirmed.has(id) || refused.has(id))).toEqual([]);
        }
        const wasSent = new Set(sent);
        const isDone = ids.every(id => confirmed.has(id) && !refused.has(id) && wasSent.has(id));
        expect(getOutcome(progress) === 'done').toBe(isDone);
        // All that is not done stays selected, and nothing else does.
        expect(new Set(getRetryableIds(progress))).toEqual(new Set(ids.filter(id => !progress.done.has(id))));
      }),
      { numRuns: 100 },
    );
  });

  it('[L54] a large change is sent in sequential batches, each record once', async () => {
    const ids = Array.from({ length: 2500 }, (_, at) => at + 1);
    const parts: number[][] = [];
    let underWay = 0;
    const progress = await runBulk({
      ids: [...ids, ...ids.slice(0, 10)],
      messages: texts,
      isStopped: () => false,
      onProgress: () => undefined,
      send: async part => {
        underWay += 1;
        expect(underWay).toBe(1);
        parts.push(part);
        await Promise.resolve();
        underWay -= 1;
        return { ids: part, failed: [] };
      },
    });
    expect(parts.map(part => part.length)).toEqual([1000, 1000, 500]);
    expect(parts.flat()).toEqual(ids);
    expect(getOutcome(progress)).toBe('done');
  });

  it('[L54] stopping it still counts the response in flight and sends no more', async () => {
    const ids = Array.from({ length: 2500 }, (_, at) => at + 1);
    let isStopped = false;
    const progress = await runBulk({
      ids,
      messages: texts,
      isStopped: () => isStopped,
      onProgress: () => undefined,
      send: part => {
        isStopped = true;
        return Promise.resolve({ ids: part.slice(1), failed: [faultOf(1)] });
      },
    });
    expect([progress.done.size, progress.failed.size, progress.remaining.length]).toEqual([999, 1, 1500]);
    expect(getOutcome(progress)).toBe('partly');
  });

  it('[L53] a deleted record cannot be retried', async () => {
    const progress = await runBulk({
      ids: [1, 2, 3],
      messages: texts,
      isStopped: () => false,
      onProgress: () => undefined,
      send: () => Promise.resolve({ ids: [1], failed: [faultOf(2, 'absent'), faultOf(3, 'inUse')] }),
    });
    expect(getRetryableIds(progress)).toEqual([3]);
    expect(bulkErrorReasons).toContain('absent');
  });
});
