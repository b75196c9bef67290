import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { makeSnapshot } from './db/database.ts';
import { snapshotPath } from './db/snapshot.ts';
import { projectRoot } from './root.ts';

const entries = {
  main: 'server/main.ts',
  user: 'server/accounts/userCreate.ts',
  importWorker: 'server/imports/worker.ts',
};

/**
 * Builds `dist/server` (the server, the making of a user, the import's thread) and the migrated empty
 * database that a first start begins with. The embedded database and the decoders of pictures stay
 * packages: they load files that lie beside them.
 */
export const buildServer = async (): Promise<void> => {
  const build = await rolldown({
    cwd: projectRoot,
    input: Object.fromEntries(Object.entries(entries).filter(([, path]) => existsSync(join(projectRoot, path)))),
    platform: 'node',
    external: [/^@electric-sql\/pglite/, 'sharp', 'pg-native', 'bufferutil', 'utf-8-validate'],
  });
  const dir = join(projectRoot, 'dist/server');
  await rm(dir, { recursive: true, force: true });
  await build.write({ dir, format: 'esm', chunkFileNames: '[name]-[hash].js' });
  await build.close();
  await writeSnapshot();
};

/** Takes two seconds, and so only when there is none of these migrations. */
const writeSnapshot = async (): Promise<void> => {
  const path = snapshotPath();
  if (existsSync(path)) return;
  const dist = join(projectRoot, 'dist');
  await mkdir(dist, { recursive: true });
  for (const name of await readdir(dist)) if (/^database-.*\.tar\.gz$/.test(name)) await rm(join(dist, name));
  await writeFile(path, Buffer.from(await (await makeSnapshot()).arrayBuffer()));
};
