import { BATCH_HEADER } from '#contract/batches.ts';

/** The batches that this page has written, so that the notice of a write can offer to undo it. */
export interface WrittenBatches {
  note: (headers: Record<string, unknown>, startedAt: number) => void;
  /** The batch of the write that has just ended; null if it wrote none, or several. Each is given only once. */
  claim: () => number | null;
}

/** In ms: a notice follows the answer to its write at once. */
const NOTICE_DELAY_MS = 2000;
/** In ms: a bulk edit sends its next part at once, so what follows this closely belongs to the same write. */
const SAME_WRITE_MS = 300;

export const createWrittenBatches = (now: () => number = () => performance.now()): WrittenBatches => {
  let ids: number[] = [];
  let endedAt = Number.NEGATIVE_INFINITY;
  return {
    note: (headers, startedAt) => {
      const id = Number(headers[BATCH_HEADER.toLowerCase()]);
      if (!Number.isInteger(id) || id <= 0) return;
      ids = startedAt - endedAt <= SAME_WRITE_MS ? [...ids, id] : [id];
      endedAt = now();
    },
    claim: () => {
      const [id, ...others] = now() - endedAt <= NOTICE_DELAY_MS ? ids : [];
      ids = [];
      return id !== undefined && others.length === 0 ? id : null;
    },
  };
};
