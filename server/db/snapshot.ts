import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../root.ts';

/** The migrations as drizzle-kit wrote them. */
export const migrationsFolder = join(projectRoot, 'server/db/migrations');

/** Changes with any migration and with the version of the embedded database. */
const fingerprint = (): string => {
  const hash = createHash('sha256');
  for (const name of readdirSync(migrationsFolder)
    .filter(name => name.endsWith('.sql'))
    .sort()) {
    hash.update(name).update(readFileSync(join(migrationsFolder, name)));
  }
  hash.update(readFileSync(join(projectRoot, 'node_modules/@electric-sql/pglite/package.json')));
  return hash.digest('hex').slice(0, 16);
};

/** Where the build keeps a migrated empty database; one of other migrations has another name and is never used. */
export const snapshotPath = (folder = join(projectRoot, 'dist')): string =>
  join(folder, `database-${fingerprint()}.tar.gz`);

/** The snapshot to start a new embedded database from, or null when none was built. */
export const builtSnapshot = (): string | null => {
  const path = snapshotPath();
  return existsSync(path) ? path : null;
};
