import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { makeSnapshot } from './db/database.ts';
import { getSnapshotPath } from './db/snapshot.ts';
import { projectRoot } from './root.ts';

const entryPoints = {
  main: 'server/main.ts',
  vitrina: 'server/commands/main.ts',
  importWorker: 'server/imports/worker.ts',
};

/**
 * Builds `dist/server` (the server, the operator's commands, the worker of imports) and a migrated empty
 * database, so that a new installation starts without running migrations. The embedded database and the image decoders
 * are not bundled, because they load files next to themselves.
 */
export const buildServer = async (): Promise<void> => {
  const build = await rolldown({
    cwd: projectRoot,
    input: Object.fromEntries(Object.entries(entryPoints).filter(([, path]) => existsSync(join(projectRoot, path)))),
    platform: 'node',
    external: [/^@electric-sql\/pglite/, '@node-rs/argon2', 'sharp', 'pg-native', 'bufferutil', 'utf-8-validate'],
  });
  const dir = join(projectRoot, 'dist/server');
  await rm(dir, { recursive: true, force: true });
  await build.write({ dir, format: 'esm', chunkFileNames: '[name]-[hash].js' });
  await build.close();
  await writeSnapshot();
};

/** Takes two seconds, so it is skipped when a snapshot of the same migrations exists. */
const writeSnapshot = async (): Promise<void> => {
  const path = getSnapshotPath();
  if (existsSync(path)) return;
  const dist = join(projectRoot, 'dist');
  await mkdir(dist, { recursive: true });
  for (const name of await readdir(dist)) if (/^database-.*\.tar\.gz$/.test(name)) await rm(join(dist, name));
  await writeFile(path, Buffer.from(await (await makeSnapshot()).arrayBuffer()));
};
