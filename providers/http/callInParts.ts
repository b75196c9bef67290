import { type BulkResponse, MAX_BULK_IDS } from '#contract/bulk.ts';
import type { WrittenBatches } from '../cache/writtenBatches.ts';
import type { PartCall } from './bulkCalls.ts';
import { ApiError } from './errors.ts';

export type CallPart = (part: PartCall) => Promise<BulkResponse>;

interface PartsResult extends Pick<BulkResponse, 'ids' | 'failed'> {
  batchId: number | null;
  /** The failure of a call after the first, with the records whose outcome is unknown or that were never sent. */
  failure: { error: ApiError; ids: readonly number[] } | null;
}

/**
 * One change of more records than a call may hold. Its calls are one batch, so that one undo takes back all of it. A
 * failed call ends it, since the next one would fail for the same reason.
 * @throws ApiError of the first call, after which nothing is known to be done
 */
export const callInParts = async (
  written: WrittenBatches,
  ids: readonly number[],
  call: CallPart,
): Promise<PartsResult> => {
  const batch = written.begin();
  const parts: BulkResponse[] = [];
  let failure: PartsResult['failure'] = null;
  for (let start = 0; start < ids.length && !failure; start += MAX_BULK_IDS) {
    try {
      const part = await call({ ids: ids.slice(start, start + MAX_BULK_IDS), headers: batch.getHeaders() });
      batch.add(part);
      parts.push(part);
    } catch (error) {
      if (start === 0 || !(error instanceof ApiError)) throw error;
      failure = { error, ids: ids.slice(start) };
    }
  }
  return {
    ids: parts.flatMap(part => part.ids),
    failed: parts.flatMap(({ failed }) => failed),
    batchId: batch.getId(),
    failure,
  };
};
