import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { onPostgres } from '#tests/support/postgres.ts';
import type { Place } from './databases.ts';
import { withFolder } from './server.ts';

const SIZE = '8g';

/** A disk in memory (tmpfs) with the data directory and the database, so that it can be full without the machine's. */
export interface SmallDisk {
  /** Leaves no space for anything further. */
  fill: () => void;
  empty: () => void;
}

/**
 * Moves an empty database and its data directory to a disk of their own. The log of PostgreSQL stays where it is, since
 * PostgreSQL ends when that disk is full. Where nothing can be mounted, which takes root, they stay and there is no disk.
 */
export const withSmallDisk = <T>(
  place: Place,
  work: (place: Place, disk: SmallDisk | null) => Promise<T>,
): Promise<T> =>
  withFolder(async folder => {
    if (!mount(folder, `size=${SIZE}`)) {
      console.log('A disk can be full only where the bench may mount one, as root on Linux.\n');
      return work(place, null);
    }
    const used = (): number => {
      const { blocks, bfree, bsize } = statfsSync(folder);
      return (blocks - bfree) * bsize;
    };
    const disk: SmallDisk = {
      fill: () => void mount(folder, `remount,size=${used()}`),
      empty: () => void mount(folder, `remount,size=${SIZE}`),
    };
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir);
    try {
      return await onTablespace(place.databaseUrl ?? '', folder, () => work({ ...place, dataDir }, disk));
    } finally {
      execFileSync('umount', [folder]);
    }
  });

const mount = (folder: string, options: string): boolean => {
  try {
    const device = options.startsWith('remount') ? [] : ['-t', 'tmpfs', 'tmpfs'];
    execFileSync('mount', [...device, '-o', options, folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** The database is made anew afterwards, which takes less time than moving it back. */
const onTablespace = async <T>(databaseUrl: string, folder: string, work: () => Promise<T>): Promise<T> => {
  const name = new URL(databaseUrl).pathname.slice(1);
  const location = join(folder, 'database');
  mkdirSync(location);
  chmodSync(folder, 0o755);
  const onServer = (statement: string) =>
    onPostgres(Object.assign(new URL(databaseUrl), { pathname: 'postgres' }).href, statement);
  const [row] = await onServer(`select current_setting('data_directory') as folder`);
  const { uid, gid } = statSync(String(row?.['folder']));
  chownSync(location, uid, gid);
  await onServer(`create tablespace small location '${location}'`);
  try {
    await onServer(`alter database ${name} set tablespace small`);
    return await work();
  } finally {
    await onServer(`drop database ${name} with (force)`);
    await onServer('drop tablespace small');
    await onServer(`create database ${name}`);
  }
};
