import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../root.ts';

export const migrationsFolder = join(projectRoot, 'server/db/migrations');

/** A hash of all migrations and the PGlite version, because a snapshot is valid only for exactly these. */
const computeFingerprint = (): string => {
  const hash = createHash('sha256');
  for (const name of readdirSync(migrationsFolder)
    .filter(name => name.endsWith('.sql'))
    .sort()) {
    hash.update(name).update(readFileSync(join(migrationsFolder, name)));
  }
  hash.update(readFileSync(join(projectRoot, 'node_modules/@electric-sql/pglite/package.json')));
  return hash.digest('hex').slice(0, 16);
};

/** Path of the build's snapshot. The name contains the fingerprint, so an outdated snapshot is never used. */
export const getSnapshotPath = (folder = join(projectRoot, 'dist')): string =>
  join(folder, `database-${computeFingerprint()}.tar.gz`);

/** Null if the build has no snapshot for these migrations. */
export const findBuiltSnapshot = (): string | null => {
  const path = getSnapshotPath();
  return existsSync(path) ? path : null;
};
