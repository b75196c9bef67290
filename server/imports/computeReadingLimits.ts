import { totalmem } from 'node:os';

const BYTES_PER_MB = 2 ** 20;

/** The rest of the memory is left for the server itself, its database and the operating system. */
const MEMORY_SHARE = 0.5;

/** Enough for the largest permitted workbook, all of whose shared strings are kept in memory. */
const MAX_THREAD_MB = 1024;

/** At least two, so that one user's large file does not block other users. */
const PREVIEW_THREAD_COUNTS = { min: 2, max: 4 };

interface ReadingLimits {
  previews: number;
  previewsEach: number;
  /** Memory of one thread. Exceeding it ends only that thread, not the server. */
  threadMb: number;
}

/**
 * How many tables are read at once, and how much memory each thread gets, so that all threads together stay within
 * their share. One thread is reserved for an import, which runs beside the previews.
 * @param memory of the machine, in bytes
 */
export const computeReadingLimits = (memory = readMachineMemory()): ReadingLimits => {
  const sharedMegabytes = Math.floor((memory * MEMORY_SHARE) / BYTES_PER_MB);
  const previews = Math.min(
    PREVIEW_THREAD_COUNTS.max,
    Math.max(PREVIEW_THREAD_COUNTS.min, Math.floor(sharedMegabytes / MAX_THREAD_MB) - 1),
  );
  return {
    previews,
    previewsEach: Math.floor(previews / 2),
    threadMb: Math.min(MAX_THREAD_MB, Math.floor(sharedMegabytes / (previews + 1))),
  };
};

/**
 * A container may have less memory than its machine. Without a container limit, the reported number is 0 or enormous.
 */
const readMachineMemory = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
