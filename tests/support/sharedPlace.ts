import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPrograms, onPostgres, startCluster, stopCluster } from './postgres.ts';

const programs = findPrograms();

export const hasPostgres = programs !== null;

interface SharedPlace {
  env: { DATABASE_URL: string; DATA_DIR: string };
  remove: () => void;
}

/** What several servers share: an empty database of a PostgreSQL that nothing else uses, and a data directory. */
export const createSharedPlace = async (): Promise<SharedPlace> => {
  if (!programs) throw new Error('no PostgreSQL is at hand');
  const folder = mkdtempSync(join(tmpdir(), 'vitrina-shared-'));
  const url = await startCluster(programs, folder);
  await onPostgres(url, 'create database shared');
  return {
    env: { DATABASE_URL: Object.assign(new URL(url), { pathname: 'shared' }).href, DATA_DIR: join(folder, 'data') },
    remove: () => {
      stopCluster(programs, folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
