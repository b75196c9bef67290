import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterSyncEvent, isSyncOn, type SyncTold } from '#providers/jobs/syncState.ts';

const word = (run_id: number, status: SyncTold['status'], progress: number): SyncTold => ({
  run_id,
  status,
  progress,
  counts: { published: 0, removed: 0, unchanged: 0, faulty: 0 },
  stepItems: [],
});
const ends = ['finished', 'canceled', 'failed'] as const;

describe('A publication as it was told', () => {
  it('[O9] in any order, twice and with gaps: progress never falls, the end holds, an older run is over', () => {
    const told = fc
      .tuple(fc.constantFrom(...ends), fc.array(fc.nat(99), { minLength: 1, maxLength: 8 }))
      .chain(([end, progress]) => {
        const words = [
          ...progress.map(at => word(2, 'processing', at)),
          word(1, 'finished', 100),
          word(1, 'processing', 7),
        ];
        const last = word(2, end, 100);
        return fc
          .array(fc.constantFrom(...words, last), { minLength: 1, maxLength: 30 })
          .map(heard => ({ heard, last }));
      });
    fc.assert(
      fc.property(told, ({ heard, last }) => {
        let known: SyncTold | null = null;
        for (const [at, one] of heard.entries()) {
          const next: SyncTold = afterSyncEvent(known, one);
          const isSame = known?.run_id === next.run_id;
          if (isSame) expect(next.progress).toBeGreaterThanOrEqual(known?.progress ?? 0);
          const before = heard.slice(0, at + 1);
          if (before.includes(last)) expect(next).toMatchObject({ run_id: 2, status: last.status });
          else if (before.some(({ run_id }) => run_id === 2)) expect(isSyncOn(next)).toBe(true);
          known = next;
        }
      }),
    );
  });
});
