import { statfs } from 'node:fs/promises';

/**
 * Bytes that have to be free on the disk of an embedded database before anything is written. Without space for its next
 * piece of log (16 MB) it does not fail: it retries for ever, and blocks this whole process.
 */
const RESERVE = 64 * 2 ** 20;

/** Checks that a folder has space for so many bytes. @throws `ENOSPC`, as a full disk does */
export const requireDiskSpace =
  (folder: string, reserve = RESERVE) =>
  async (bytes = 0): Promise<void> => {
    const { bavail, blocks, bsize } = await statfs(folder);
    // Some file systems do not report their size.
    if (blocks === 0 || bavail * bsize >= reserve + bytes) return;
    throw Object.assign(new Error(`no room for ${bytes} bytes and a reserve of ${reserve} in ${folder}`), {
      code: 'ENOSPC',
    });
  };
