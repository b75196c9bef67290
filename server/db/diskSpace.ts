import { statfs } from 'node:fs/promises';

/**
 * The free bytes required before any write to an embedded database. If PGlite cannot extend its log by the next 16 MB
 * segment, it does not fail but retries forever and blocks the whole process.
 */
const RESERVE_BYTES = 64 * 2 ** 20;

/**
 * Creates a check that a folder has space for a number of bytes. @throws `ENOSPC`, like a full disk, so that callers
 * handle both alike
 */
export const requireDiskSpace =
  (folder: string, reserve = RESERVE_BYTES) =>
  async (bytes = 0): Promise<void> => {
    const { bavail, blocks, bsize } = await statfs(folder);
    // Some file systems report no size, so nothing can be checked.
    if (blocks === 0 || bavail * bsize >= reserve + bytes) return;
    throw Object.assign(new Error(`no room for ${bytes} bytes and a reserve of ${reserve} in ${folder}`), {
      code: 'ENOSPC',
    });
  };
