import { BATCH_HEADER } from '#contract/batches.ts';

/**
 * The batches that this page has written, by the results of the calls that wrote them, so that the notice of a write
 * can offer to undo it, and no other notice can.
 */
export interface WrittenBatches {
  note: (result: unknown, headers: Record<string, unknown>) => void;
  /**
   * The batch of a write that made these calls; null if they wrote none, or several. Each is given only once, because
   * a save without a change yields the result of the one before.
   */
  take: (...results: readonly unknown[]) => number | null;
}

export const createWrittenBatches = (): WrittenBatches => {
  const idsByResult = new WeakMap<object, number>();
  const takeOne = (result: unknown): number[] => {
    if (!isObject(result)) return [];
    const id = idsByResult.get(result);
    idsByResult.delete(result);
    return id === undefined ? [] : [id];
  };
  return {
    note: (result, headers) => {
      const id = Number(headers[BATCH_HEADER.toLowerCase()]);
      if (isObject(result) && Number.isInteger(id) && id > 0) idsByResult.set(result, id);
    },
    take: (...results) => {
      const [id, ...others] = results.flatMap(takeOne);
      return id !== undefined && others.length === 0 ? id : null;
    },
  };
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
