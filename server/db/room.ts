import { statfs } from 'node:fs/promises';

/**
 * What has to be left on the disk of an embedded database before anything is written, in bytes. Where it does not get its
 * next piece of log (16 MB) it neither fails nor answers, but tries again for ever, and with it this whole process.
 */
const RESERVE = 64 * 2 ** 20;

/** Looks whether there is room in a folder for so many bytes. @throws `ENOSPC`, as a full disk does */
export const roomIn =
  (folder: string, reserve = RESERVE) =>
  async (bytes = 0): Promise<void> => {
    const { bavail, blocks, bsize } = await statfs(folder);
    // Some file systems do not tell.
    if (blocks === 0 || bavail * bsize >= reserve + bytes) return;
    throw Object.assign(new Error(`no room for ${bytes} bytes and a reserve of ${reserve} in ${folder}`), {
      code: 'ENOSPC',
    });
  };
