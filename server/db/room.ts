import { statfs } from 'node:fs/promises';

/**
 * What has to be left on the disk of an embedded database before anything is written, in bytes. Where it does not get its
 * next piece of log (16 MB) it neither fails nor answers, but tries again for ever, and with it this whole process.
 */
const RESERVE = 64 * 2 ** 20;

/** Looks whether there is room to write into a folder. @throws `ENOSPC`, as a full disk does */
export const roomIn =
  (folder: string, reserve = RESERVE) =>
  async (): Promise<void> => {
    const { bavail, blocks, bsize } = await statfs(folder);
    // Some file systems do not tell.
    if (blocks === 0 || bavail * bsize >= reserve) return;
    throw Object.assign(new Error(`less than ${reserve / 2 ** 20} MB are left in ${folder}`), { code: 'ENOSPC' });
  };
