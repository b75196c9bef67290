import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { StartupError } from './config.ts';
import { translate } from './translate.ts';

/**
 * Only one process may use a data directory, because the embedded database would accept a second process and lose
 * commits. The lock is the file with the highest number among `lock.1`, `lock.2`, …, and contains the id of its
 * process. If that process is gone, the next process creates the file with the next number. It does this by linking a
 * finished file, which can succeed in only one process. The highest file stays after its owner exits, so no number is
 * used twice, and two processes that find the same stale lock cannot both succeed. This works for processes on one
 * machine, but not for two machines that share a folder.
 */
const LockOwner = z.object({
  pid: z.int().positive(),
  started: z.string(),
  /**
   * The directory that was locked. A copy of the directory also contains the lock file, but is not in use. Missing in
   * lock files of earlier builds.
   */
  folder: z.string().optional(),
  released: z.boolean(),
});
type LockOwner = z.output<typeof LockOwner>;

/** @returns a function that releases the lock @throws {StartupError} when a running process holds it */
export const lockDirectory = (directory: string): (() => void) => {
  mkdirSync(directory, { recursive: true });
  const folder = computeIdentity(directory);
  const ownLock: LockOwner = {
    pid: process.pid,
    started: readProcessStartTime(process.pid) ?? '',
    folder,
    released: false,
  };
  for (;;) {
    const highest = findHighestLock(directory);
    const owner = highest > 0 ? readOwner(directory, highest) : null;
    if (owner && (owner.folder ?? folder) === folder && isAlive(owner))
      throw new StartupError(translate('start.locked', { path: directory, pid: owner.pid }));
    const ownNumber = highest + 1;
    if (!claimLock(directory, ownNumber, ownLock)) continue;
    if (findHighestLock(directory) > ownNumber) {
      rmSync(getLockPath(directory, ownNumber), { force: true });
      continue;
    }
    for (const number of listLockNumbers(directory))
      if (number < ownNumber) rmSync(getLockPath(directory, number), { force: true });
    return () => releaseLock(directory, ownNumber, ownLock);
  }
};

/**
 * Identifies a directory by device and inode. This id is the same for every path, survives a move, and differs for a
 * copy.
 */
const computeIdentity = (directory: string): string => {
  const { dev, ino } = statSync(directory, { bigint: true });
  return `${dev}:${ino}`;
};

const getLockPath = (directory: string, number: number) => join(directory, `lock.${number}`);

const listLockNumbers = (directory: string): number[] =>
  readdirSync(directory).flatMap(name => {
    const number = /^lock\.(\d+)$/.exec(name)?.[1];
    return number ? [Number(number)] : [];
  });

const findHighestLock = (directory: string): number => Math.max(0, ...listLockNumbers(directory));

const claimLock = (directory: string, number: number, owner: LockOwner): boolean => {
  const draft = join(directory, `lock-${randomUUID()}`);
  writeFileSync(draft, JSON.stringify(owner), { flag: 'wx' });
  try {
    linkSync(draft, getLockPath(directory, number));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft);
  }
};

const releaseLock = (directory: string, number: number, owner: LockOwner): void => {
  const draft = join(directory, `lock-${randomUUID()}`);
  writeFileSync(draft, JSON.stringify({ ...owner, released: true }));
  renameSync(draft, getLockPath(directory, number));
};

/** Null when the file is missing or unreadable, which means that nobody holds the lock. */
const readOwner = (directory: string, number: number): LockOwner | null => {
  try {
    return LockOwner.parse(JSON.parse(readFileSync(getLockPath(directory, number), 'utf8')));
  } catch {
    return null;
  }
};

const isAlive = ({ pid, started, released }: LockOwner): boolean => {
  if (released) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return readProcessStartTime(pid) === started;
};

/**
 * When a process started, according to the system. Process ids are reused after a reboot, so an id alone could match an
 * unrelated process and keep the stale lock of a killed server alive. Null when the process has ended, even if its
 * parent has not noticed yet, or when unknown.
 */
const readProcessStartTime = (pid: number): string | null => {
  try {
    if (process.platform === 'linux') return readProcStartTime(pid);
    if (process.platform === 'win32') return '';
    const [state = '', ...start] = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .split(/\s+/);
    return isEndedState(state) ? null : start.join(' ');
  } catch {
    return null;
  }
};

/** A zombie or dead process: the process has ended, and only its entry is left. */
const isEndedState = (state: string): boolean => /^[ZXx]/.test(state);

/**
 * proc(5): the third field of `stat` is the state, the 22nd counts ticks since this boot. Parsing starts after the
 * command's name, which may contain spaces.
 */
const readProcStartTime = (pid: number): string | null => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields[18];
  return isEndedState(state) ? null : `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${ticks}`;
};
