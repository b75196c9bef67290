import type { BulkReason, BulkVerdict } from '#contract/bulk.ts';

/** Records in one call: its answer comes within seconds, and after it the work can be stopped. */
export const PART = 1000;

/** Why a record is not as was asked for; `unconfirmed`: no answer said so, whatever was written. */
export interface BulkFault {
  reason: BulkReason | 'unconfirmed';
  message: string;
  errors?: Record<string, string[]> | undefined;
}

/** How far a bulk change has come. Each record that it was asked for stands in exactly one of the three. */
export interface BulkProgress {
  /** Confirmed by the server, one by one. */
  done: ReadonlySet<number>;
  failed: ReadonlyMap<number, BulkFault>;
  /** Not sent. */
  left: readonly number[];
}

/** Nothing is sent yet. */
export const begun = (ids: readonly number[]): BulkProgress => ({
  done: new Set(),
  failed: new Map(),
  left: [...new Set(ids)],
});

/** The next part to send. */
const nextPart = ({ left }: BulkProgress): number[] => left.slice(0, PART);

/** After the answer to a part: a record is done only where the verdict says so and nothing says the opposite. */
const answered = (
  { done, failed, left }: BulkProgress,
  sent: readonly number[],
  verdict: BulkVerdict,
  unconfirmed: string,
): BulkProgress => {
  const [nowDone, nowFailed] = [new Set(done), new Map(failed)];
  const confirmed = new Set(verdict.ids);
  const faults = new Map(verdict.failed.map(fault => [fault.id, fault]));
  for (const id of sent) {
    const fault = faults.get(id);
    if (fault) nowFailed.set(id, fault);
    else if (confirmed.has(id)) nowDone.add(id);
    else nowFailed.set(id, { reason: 'unconfirmed', message: unconfirmed });
  }
  return { done: nowDone, failed: nowFailed, left: without(left, sent) };
};

/** After a part whose call failed: nobody knows what was written of it. */
const unanswered = ({ done, failed, left }: BulkProgress, sent: readonly number[], fault: BulkFault): BulkProgress => ({
  done,
  failed: new Map([...failed, ...sent.map(id => [id, fault] as const)]),
  left: without(left, sent),
});

/** What may be said of a change that is over: only when every record is confirmed is it done. */
export type BulkOutcome = 'done' | 'partly' | 'nothing';
export const outcomeOf = ({ done, failed, left }: BulkProgress): BulkOutcome => {
  if (failed.size === 0 && left.length === 0) return 'done';
  return done.size > 0 ? 'partly' : 'nothing';
};

/** The records for which another try makes sense: all that are not done, but those that are gone. */
export const toTryAgain = ({ failed, left }: BulkProgress): number[] => [
  ...[...failed].filter(([, { reason }]) => reason !== 'absent').map(([id]) => id),
  ...left,
];

interface BulkRun {
  ids: readonly number[];
  send: (ids: number[]) => Promise<BulkVerdict>;
  /** What is said of a record that an answer passes over, and of those whose call failed. */
  says: { unconfirmed: string; failure: (error: unknown) => BulkFault };
  onProgress: (progress: BulkProgress) => void;
  isStopped: () => boolean;
}

/**
 * Sends a change part by part. Stopped, it waits for the answer that is under way, so that the counts are
 * true; a call that fails ends it, since the next would fail alike.
 */
export const runBulk = async ({ ids, send, says, onProgress, isStopped }: BulkRun): Promise<BulkProgress> => {
  let progress = begun(ids);
  while (progress.left.length > 0 && !isStopped()) {
    const part = nextPart(progress);
    try {
      progress = answered(progress, part, await send(part), says.unconfirmed);
      onProgress(progress);
    } catch (error) {
      progress = unanswered(progress, part, says.failure(error));
      onProgress(progress);
      break;
    }
  }
  return progress;
};

const without = (ids: readonly number[], gone: readonly number[]): number[] => {
  const set = new Set(gone);
  return ids.filter(id => !set.has(id));
};
