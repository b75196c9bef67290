import { totalmem } from 'node:os';

const MB = 2 ** 20;

/** The rest of the machine is for the server itself, its database and the system. */
const SHARE = 0.5;

/** Enough for the largest permitted workbook, whose texts are all kept where they are shared between its cells. */
const MAX_THREAD_MB = 1024;

/** At least two, so that nobody waits for the large files of another. */
const PREVIEWS = { min: 2, max: 4 };

interface ReadingLimits {
  previews: number;
  previewsEach: number;
  /** Memory of one thread. A file that needs more ends only its thread. */
  threadMb: number;
}

/**
 * How many tables are read at once, and in how much memory each: all threads together stay within the share. One of
 * them is an import, which runs beside the previews.
 * @param memory of the machine, in bytes
 */
export const computeReadingLimits = (memory = machineMemory()): ReadingLimits => {
  const shared = Math.floor((memory * SHARE) / MB);
  const previews = Math.min(PREVIEWS.max, Math.max(PREVIEWS.min, Math.floor(shared / MAX_THREAD_MB) - 1));
  return {
    previews,
    previewsEach: Math.floor(previews / 2),
    threadMb: Math.min(MAX_THREAD_MB, Math.floor(shared / (previews + 1))),
  };
};

/** A container may have less memory than its machine; without a limit the number is 0 or enormous. */
const machineMemory = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
