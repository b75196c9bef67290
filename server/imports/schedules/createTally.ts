import type { ScheduleReading } from '#contract/importSchedules.ts';
import type { StoredSchedule } from './readings.ts';
import type { SourceError } from './sourceError.ts';
import type { TakenResult } from './takeTable.ts';

export interface SourceResult extends Pick<ScheduleReading, 'outcome' | 'taken' | 'why'> {
  error: SourceError | null;
  /** Whether the source should be read again before its regular time. */
  isSoon: boolean;
  /** The information about the source that the next reading needs. */
  changes: Partial<Pick<StoredSchedule, 'seen' | 'etag' | 'last_modified'>>;
}

/** Collects what a reading finds. @param emptyOutcome the outcome if it finds nothing to take */
export const createTally = (emptyOutcome: ScheduleReading['outcome']) => {
  let takenCount = 0;
  let isUnfinished = false;
  let isFull = false;
  let isBusy = false;
  let refusal: string | null = null;
  let error: SourceError | null = null;
  const getOutcome = (): ScheduleReading['outcome'] => {
    if (error) return 'failed';
    if (refusal !== null) return 'refused';
    if (isFull) return 'full';
    if (takenCount > 0) return 'taken';
    return isUnfinished ? 'unfinished' : emptyOutcome;
  };
  return {
    /** @returns whether the table need not be read again */
    add: ({ decision, why }: TakenResult): boolean => {
      if (decision === 'full') {
        isFull = true;
        return false;
      }
      if (decision === 'refused') refusal ??= why ?? '';
      // Only one import runs at a time, and the preview of the next table has to include what that import changes.
      if (decision === 'busy' || decision === 'started') isBusy = true;
      if (decision !== 'known' && decision !== 'busy') takenCount += 1;
      return true;
    },
    addUnfinished: () => {
      isUnfinished = true;
    },
    addError: (sourceError: SourceError) => {
      error ??= sourceError;
    },
    isStopped: () => isFull || isBusy,
    result: (): Omit<SourceResult, 'changes'> => {
      const outcome = getOutcome();
      const reason = outcome === 'failed' ? error?.message : outcome === 'refused' ? refusal : null;
      return { outcome, taken: takenCount, why: reason ?? null, error, isSoon: isUnfinished || isBusy };
    },
  };
};
