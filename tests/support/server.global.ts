import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'rolldown';
import type { TestProject } from 'vitest/node';
import { hashPassword } from '#server/accounts/session/passwords.ts';
import { makeSnapshot } from '#server/db/database.ts';
import { getSnapshotPath } from '#server/db/snapshot.ts';
import { projectRoot } from '#server/root.ts';
import { CHEAP_COST } from './passwords.ts';
import { dropDatabases, findPrograms, stopCluster } from './postgres.ts';

const PASSWORD = 'demo-demo';

/** What all test files share: a snapshot of a migrated database, a hashed password, and the address of PostgreSQL. */
export interface Shared {
  snapshot: string;
  password: { plain: string; kept: string };
  postgres: { url: string } | { programs: string } | null;
  folder: string;
  /** A name for this run only, since several may use one PostgreSQL. */
  run: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    server: Shared;
  }
}

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrina-tests-'));
  const run = randomUUID().slice(0, 8);
  const url = process.env['TEST_DATABASE_URL'];
  const programs = findPrograms();
  await bundleImportWorker(folder);
  project.provide('server', {
    snapshot: await cachedSnapshot(),
    password: { plain: PASSWORD, kept: await hashPassword(PASSWORD, CHEAP_COST) },
    postgres: url ? { url } : programs ? { programs } : null,
    folder,
    run,
  });
  return async () => {
    if (url) await dropDatabases(url, run);
    else if (programs) stopCluster(programs, folder);
    rmSync(folder, { recursive: true, force: true });
  };
};

/**
 * Bundled, because from its sources the thread of each import would take two seconds to start instead of a fifth of a
 * second.
 */
const bundleImportWorker = async (folder: string): Promise<void> => {
  const file = join(folder, 'importWorker.mjs');
  await build({
    cwd: projectRoot,
    input: 'server/imports/worker.ts',
    platform: 'node',
    output: { file, codeSplitting: false, minify: true },
  });
  process.env['IMPORT_WORKER'] = file;
};

const cachedSnapshot = async (): Promise<string> => {
  const path = getSnapshotPath(join(projectRoot, '.cache'));
  if (existsSync(path)) return path;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, Buffer.from(await (await makeSnapshot()).arrayBuffer()));
  return path;
};
