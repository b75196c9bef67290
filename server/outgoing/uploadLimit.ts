/** Half a megabit per second: the slowest line, in bytes per ms, on which an upload is waited for. */
export const SLOWEST_LINE = 64;

/**
 * How long an upload may take, in ms: `limit`, and what its bytes take on the slowest line, so that a large file is not
 * cut only because of its size.
 */
export const computeUploadLimit = (limit: number, bytes: number, bytesPerMs: number): number =>
  Math.ceil(limit + bytes / bytesPerMs);
