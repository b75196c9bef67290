import { BATCH_HEADER } from '#contract/batches.ts';

/**
 * The batches that this page has written, by the results of the calls that wrote them, so that the notice of a write
 * can offer to undo it, and no other notice can.
 */
export interface WrittenBatches {
  note: (result: unknown, headers: Record<string, unknown>) => void;
  /**
   * The batch of a call; null if it wrote none. Each is given only once, because a save without a change yields the
   * result of the one before.
   */
  take: (result: unknown) => number | null;
  /** For a write that takes several calls, which are one batch if each sends the headers. */
  begin: () => SharedBatch;
}

export interface SharedBatch {
  /** @returns the headers of the next call */
  getHeaders: () => Record<string, string>;
  add: (result: unknown) => void;
  /** Null if the calls wrote nothing, or if the server has made several batches of them. */
  getId: () => number | null;
}

export const createWrittenBatches = (): WrittenBatches => {
  const idsByResult = new WeakMap<object, number>();
  const take = (result: unknown): number | null => {
    if (!isObject(result)) return null;
    const id = idsByResult.get(result);
    idsByResult.delete(result);
    return id ?? null;
  };
  return {
    note: (result, headers) => {
      const id = Number(headers[BATCH_HEADER.toLowerCase()]);
      if (isObject(result) && Number.isInteger(id) && id > 0) idsByResult.set(result, id);
    },
    take,
    begin: () => {
      const ids = new Set<number>();
      return {
        getHeaders: () => {
          const id = [...ids].at(-1);
          return id === undefined ? {} : { [BATCH_HEADER]: String(id) };
        },
        add: result => {
          const id = take(result);
          if (id !== null) ids.add(id);
        },
        getId: () => {
          const [id, ...others] = ids;
          return id !== undefined && others.length === 0 ? id : null;
        },
      };
    },
  };
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
