import type { BulkErrorReason, BulkResponse } from '#contract/bulk.ts';

/**
 * Records per request: small enough for a response within seconds, since a run can be stopped only between requests.
 */
export const BATCH_SIZE = 1000;

/** `unconfirmed`: the response did not mention the record, so the outcome is unknown. */
export interface BulkError {
  reason: BulkErrorReason | 'unconfirmed';
  message: string;
  errors?: Record<string, string[]> | undefined;
}

export interface BulkProgress {
  /** Confirmed by the server individually, because a 200 does not mean that every record was changed. */
  done: ReadonlySet<number>;
  unchanged: number;
  failed: ReadonlyMap<number, BulkError>;
  /** Not sent yet, or never sent because the run was stopped. */
  remaining: readonly number[];
}

export const initialProgress = (ids: readonly number[]): BulkProgress => ({
  done: new Set(),
  unchanged: 0,
  failed: new Map(),
  remaining: [...new Set(ids)],
});

const takeNextBatch = ({ remaining }: BulkProgress): number[] => remaining.slice(0, BATCH_SIZE);

/**
 * A record counts as done only if the response lists it and reports no error for it: a partial response must not look
 * like success.
 */
const applyBatchResult = (
  { done, unchanged, failed, remaining }: BulkProgress,
  sent: readonly number[],
  verdict: BulkResponse,
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
  return {
    done: nowDone,
    unchanged: unchanged + (verdict.unchanged ?? 0),
    failed: nowFailed,
    remaining: excludeIds(remaining, sent),
  };
};

/** After a failed request, some records of the batch may have been written, so all of them are reported as failed. */
const applyFailure = (
  { remaining, ...progress }: BulkProgress,
  sent: readonly number[],
  fault: BulkError,
): BulkProgress => ({
  ...progress,
  failed: new Map([...progress.failed, ...sent.map(id => [id, fault] as const)]),
  remaining: excludeIds(remaining, sent),
});

export type BulkOutcome = 'done' | 'partly' | 'nothing';
export const getOutcome = ({ done, failed, remaining }: BulkProgress): BulkOutcome => {
  if (failed.size === 0 && remaining.length === 0) return 'done';
  return done.size > 0 ? 'partly' : 'nothing';
};

/** Excludes deleted records, because they would fail again. */
export const getRetryableIds = ({ failed, remaining }: BulkProgress): number[] => [
  ...[...failed].filter(([, { reason }]) => reason !== 'absent').map(([id]) => id),
  ...remaining,
];

interface BulkRun {
  ids: readonly number[];
  send: (ids: number[]) => Promise<BulkResponse>;
  texts: { unconfirmed: string; failure: (error: unknown) => BulkError };
  onProgress: (progress: BulkProgress) => void;
  isStopped: () => boolean;
}

/**
 * Sends a change in batches. Stopping waits for the request in flight, so that the counts are accurate. A failed
 * request ends the run, since the next one would fail for the same reason.
 */
export const runBulk = async ({ ids, send, texts, onProgress, isStopped }: BulkRun): Promise<BulkProgress> => {
  let progress = initialProgress(ids);
  while (progress.remaining.length > 0 && !isStopped()) {
    const part = takeNextBatch(progress);
    try {
      progress = applyBatchResult(progress, part, await send(part), texts.unconfirmed);
      onProgress(progress);
    } catch (error) {
      progress = applyFailure(progress, part, texts.failure(error));
      onProgress(progress);
      break;
    }
  }
  return progress;
};

const excludeIds = (ids: readonly number[], gone: readonly number[]): number[] => {
  const goneIds = new Set(gone);
  return ids.filter(id => !goneIds.has(id));
};
