import type { BulkReason, BulkVerdict } from '#contract/bulk.ts';

/** Records in one call: few enough for an answer within seconds, after which the work can be stopped. */
export const PART = 1000;

/** Why a record was not changed as asked; `unconfirmed`: no answer says whether it was. */
export interface BulkFault {
  reason: BulkReason | 'unconfirmed';
  message: string;
  errors?: Record<string, string[]> | undefined;
}

/** How far a bulk change has come. Each requested record is in exactly one of the three. */
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

/** After the answer to a part: a record is done only if the verdict says so and no fault contradicts it. */
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

/** After a part whose call failed, when nobody knows what was written of it. */
const unanswered = ({ done, failed, left }: BulkProgress, sent: readonly number[], fault: BulkFault): BulkProgress => ({
  done,
  failed: new Map([...failed, ...sent.map(id => [id, fault] as const)]),
  left: without(left, sent),
});

/** The outcome of a finished change; `done` only when every record is confirmed. */
export type BulkOutcome = 'done' | 'partly' | 'nothing';
export const outcomeOf = ({ done, failed, left }: BulkProgress): BulkOutcome => {
  if (failed.size === 0 && left.length === 0) return 'done';
  return done.size > 0 ? 'partly' : 'nothing';
};

/** The records worth another try: all that are not done, except deleted ones. */
export const toTryAgain = ({ failed, left }: BulkProgress): number[] => [
  ...[...failed].filter(([, { reason }]) => reason !== 'absent').map(([id]) => id),
  ...left,
];

interface BulkRun {
  ids: readonly number[];
  send: (ids: number[]) => Promise<BulkVerdict>;
  /** The texts for a record that an answer leaves out, and for those whose call failed. */
  says: { unconfirmed: string; failure: (error: unknown) => BulkFault };
  onProgress: (progress: BulkProgress) => void;
  isStopped: () => boolean;
}

/**
 * Sends a change part by part. When stopped it waits for the answer under way, so that the counts are true. A failed
 * call ends the run, since the next one would fail for the same reason.
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
