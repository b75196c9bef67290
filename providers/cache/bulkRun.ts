import type { BulkReason, BulkVerdict } from '#contract/bulk.ts';

/**
 * Records per request: small enough for a response within seconds, since a run can be stopped only between requests.
 */
export const PART = 1000;

/** Why a record was not changed. `unconfirmed`: the response did not mention it, so the outcome is unknown. */
export interface BulkFault {
  reason: BulkReason | 'unconfirmed';
  message: string;
  errors?: Record<string, string[]> | undefined;
}

/** Progress of a bulk change. Each requested record is in exactly one of the three sets. */
export interface BulkProgress {
  /** Confirmed by the server individually, not assumed from a 200. */
  done: ReadonlySet<number>;
  failed: ReadonlyMap<number, BulkFault>;
  /** Not sent yet, or never sent because the run was stopped. */
  left: readonly number[];
}

export const begun = (ids: readonly number[]): BulkProgress => ({
  done: new Set(),
  failed: new Map(),
  left: [...new Set(ids)],
});

const nextPart = ({ left }: BulkProgress): number[] => left.slice(0, PART);

/**
 * A record counts as done only if the response lists it and reports no fault for it: a partial response must not look
 * like success.
 */
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

/** After a failed request, some records of the batch may have been written, so all of them are reported as failed. */
const unanswered = ({ done, failed, left }: BulkProgress, sent: readonly number[], fault: BulkFault): BulkProgress => ({
  done,
  failed: new Map([...failed, ...sent.map(id => [id, fault] as const)]),
  left: without(left, sent),
});

/** `done` only when every record is confirmed. */
export type BulkOutcome = 'done' | 'partly' | 'nothing';
export const outcomeOf = ({ done, failed, left }: BulkProgress): BulkOutcome => {
  if (failed.size === 0 && left.length === 0) return 'done';
  return done.size > 0 ? 'partly' : 'nothing';
};

/** Excludes deleted records, which would fail again. */
export const toTryAgain = ({ failed, left }: BulkProgress): number[] => [
  ...[...failed].filter(([, { reason }]) => reason !== 'absent').map(([id]) => id),
  ...left,
];

interface BulkRun {
  ids: readonly number[];
  send: (ids: number[]) => Promise<BulkVerdict>;
  /** Messages for records that the response omits, and for those whose request failed. */
  says: { unconfirmed: string; failure: (error: unknown) => BulkFault };
  onProgress: (progress: BulkProgress) => void;
  isStopped: () => boolean;
}

/**
 * Sends a change in batches. A stop takes effect after the request in flight, so that the counts are accurate. A failed
 * request ends the run, since the next one would fail for the same reason.
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
