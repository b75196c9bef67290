import { isLargeShare } from '#contract/absentProducts.ts';
import { scheduleLimits } from '#contract/importSchedules.ts';
import type { PreparedImport } from '#contract/preparing.ts';
import { translateImport } from '../../translate.ts';

type Seen = Pick<PreparedImport, 'counts' | 'rows' | 'refusal' | 'absent' | 'prices'>;

/** Why a person should check a table before it is imported, as sentences; empty if there is no reason. */
export const listDoubts = ({ counts, rows, refusal, absent, prices }: Seen, hasOwnHeadings: boolean): string[] => {
  if (refusal !== null) return [refusal];
  const doubts: string[] = [];
  if (!hasOwnHeadings) doubts.push(translateImport('waits.headings'));
  if (rows !== null && counts.faulty > rows * scheduleLimits.faultyShare)
    doubts.push(translateImport('waits.faulty', { faulty: counts.faulty, rows }));
  if (absent && isLargeShare(absent))
    doubts.push(translateImport('waits.absent', { count: absent.count, expected: absent.expected }));
  if (prices && isMostlyLarge(prices)) {
    const { rising, falling, changed, percent } = prices;
    doubts.push(translateImport('waits.prices', { large: rising + falling, changed, percent }));
  }
  return doubts;
};

const isMostlyLarge = ({ changed, rising, falling }: NonNullable<Seen['prices']>): boolean =>
  changed >= scheduleLimits.changedPrices && rising + falling > changed * scheduleLimits.largeChangeShare;
