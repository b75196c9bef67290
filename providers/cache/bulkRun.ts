import type { BulkErrorReason, BulkResponse } from '#contract/bulk.ts';

/**
 * Records per request. The number is small enough for a response within seconds, since a run can be stopped only
 * between requests.
 */
export const BATCH_SIZE = 1000;

/** `unconfirmed`: the response did not mention the record, so the outcome is unknown. */
export interface BulkError {
  reason: BulkErrorReason | 'unconfirmed';
  message: string;
  errors?: Record<string, string[]> | undefined;
}

export interface BulkProgress {
  /** Records that the server confirmed one by one, because a 200 does not mean that every record was changed. */
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
  sentIds: readonly number[],
  result: BulkResponse,
  unconfirmed: string,
): BulkProgress => {
  const [nowDone, nowFailed] = [new Set(done), new Map(failed)];
  const confirmedIds = new Set(result.ids);
  const errorsById = new Map(result.failed.map(error => [error.id, error]));
  for (const id of sentIds) {
    const error = errorsById.get(id);
    if (error) nowFailed.set(id, error);
    else if (confirmedIds.has(id)) nowDone.add(id);
    else nowFailed.set(id, { reason: 'unconfirmed', message: unconfirmed });
  }
  return {
    done: nowDone,
    unchanged: unchanged + (result.unchanged ?? 0),
    failed: nowFailed,
    remaining: excludeIds(remaining, sentIds),
  };
};

/** After a failed request, some records of the batch may have been written, so all of them are reported as failed. */
const applyFailure = (
  { remaining, ...progress }: BulkProgress,
  sentIds: readonly number[],
  error: BulkError,
): BulkProgress => ({
  ...progress,
  failed: new Map([...progress.failed, ...sentIds.map(id => [id, error] as const)]),
  remaining: excludeIds(remaining, sentIds),
});

export type BulkOutcome = 'done' | 'partly' | 'nothing';
export const getOutcome = ({ done, failed, remaining }: BulkProgress): BulkOutcome => {
  if (failed.size === 0 && remaining.length === 0) return 'done';
  return done.size > 0 ? 'partly' : 'nothing';
};

/** Does not include deleted records, because they would fail again. */
export const getRetryableIds = ({ failed, remaining }: BulkProgress): number[] => [
  ...[...failed].filter(([, { reason }]) => reason !== 'absent').map(([id]) => id),
  ...remaining,
];

interface BulkRun {
  ids: readonly number[];
  send: (ids: number[]) => Promise<BulkResponse>;
  messages: { unconfirmed: string; failure: (error: unknown) => BulkError };
  onProgress: (progress: BulkProgress) => void;
  isStopped: () => boolean;
}

/**
 * Sends a change in batches. Stopping waits for the request in flight, so that the counts are accurate. A failed
 * request ends the run, since the next one would fail for the same reason.
 */
export const runBulk = async ({ ids, send, messages, onProgress, isStopped }: BulkRun): Promise<BulkProgress> => {
  let progress = initialProgress(ids);
  while (progress.remaining.length > 0 && !isStopped()) {
    const batch = takeNextBatch(progress);
    try {
      progress = applyBatchResult(progress, batch, await send(batch), messages.unconfirmed);
      onProgress(progress);
    } catch (error) {
      progress = applyFailure(progress, batch, messages.failure(error));
      onProgress(progress);
      break;
    }
  }
  return progress;
};

const excludeIds = (ids: readonly number[], deletedIds: readonly number[]): number[] => {
  const deletedIdSet = new Set(deletedIds);
  return ids.filter(id => !deletedIdSet.has(id));
};
