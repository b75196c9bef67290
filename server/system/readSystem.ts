import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { RELEASE } from '#contract/limits.ts';
import type { System } from '#contract/system.ts';
import { type Config, toPublicAddress } from '../config.ts';
import { describeFileStore } from '../files/store.ts';
import type { ServerDeps } from '../http/deps.ts';
import { getSenderAddress } from '../mail.ts';
import { translateVariable } from '../translate.ts';
import { createErrorExplainer } from './explainError.ts';
import { createPartReader } from './parts.ts';
import { getOwnProcess } from './processRecord.ts';
import {
  readDatabaseFacts,
  readHours,
  readLastRuns,
  readProcesses,
  readQueue,
  readStoredPictures,
} from './readDatabase.ts';
import { explainMailError } from './testMail.ts';

/**
 * In ms. The checks of files and mail call other servers, and the pictures are added up one by one, so that this is done
 * less often than the page is read.
 */
const CHECK_AGE_MS = 60_000;

/** Reads the state of the installation, as far as it can be read. */
export const createSystemReader = (deps: ServerDeps) => {
  const { db, databaseKind, config, files, mailer, clock } = deps;
  const explain = createErrorExplainer(deps);
  const readAny = createPartReader();
  const readPart = <T>(name: string, read: () => Promise<T>) => readAny(name, read, explain);
  const checkFiles = keepFor(CHECK_AGE_MS, () => files.check());
  const checkMail = keepFor(CHECK_AGE_MS, () => mailer.check());
  const readStored = keepFor(CHECK_AGE_MS, () => readStoredPictures(db));
  const check = async (name: string, run: () => Promise<unknown>, explainFailure = explain) => {
    const part = await readAny(name, run, explainFailure);
    return { error: 'error' in part ? part.error : null };
  };
  return async (): Promise<System> => {
    const [processes, database, queue, runs, hours, disk, stored, filesCheck, mailCheck] = await Promise.all([
      readPart('processes', () => readProcesses(db)),
      readPart('database', () => readDatabaseFacts(db, databaseKind)),
      readPart('queue', () => readQueue(db)),
      readPart('runs', () => readLastRuns(db)),
      readPart('hours', () => readHours(db)),
      readPart('disk', () => readDisk(config.dataDir)),
      readPart('stored', readStored),
      check('files', checkFiles),
      check('mail', checkMail, error => explainMailError(error, explain)),
    ]);
    return {
      at: clock().toISOString(),
      version: readVersion(deps),
      processes,
      database,
      queue,
      runs,
      disk,
      files: { ...describeFileStore(config), ...filesCheck, stored },
      mail: { ...describeMail(deps), ...mailCheck },
      settings: describeSettings(config),
      hours,
    };
  };
};

const readVersion = (deps: ServerDeps): System['version'] => {
  const { build, host, pid, started_at } = getOwnProcess(deps);
  return { build, release: RELEASE, node: process.versions.node, host, pid, started_at: started_at.toISOString() };
};

const readDisk = async (folder: string) => {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { folder, free_bytes: bavail * bsize, bytes: blocks * bsize };
};

const describeMail = ({ config, webAddress }: Pick<ServerDeps, 'config' | 'webAddress'>) => {
  const sender = getSenderAddress(config, webAddress());
  return config.smtpUrl
    ? ({ kind: 'smtp', place: toPublicAddress(config.smtpUrl), sender } as const)
    : ({ kind: 'outbox', place: join(config.dataDir, 'outbox'), sender } as const);
};

const describeSettings = ({ settings }: Config): System['settings'] =>
  settings.map(({ name, isSet, value }) => ({
    name,
    about: translateVariable(name),
    is_set: isSet,
    is_secret: value === null,
    value,
  }));

/** Remembers a result, but not a failure, whose end should be seen at once. */
const keepFor = <T>(ms: number, run: () => Promise<T>) => {
  let last: { promise: Promise<T>; startedAt: number } | null = null;
  return (): Promise<T> => {
    // Not the clock, which may be set back.
    const now = performance.now();
    if (last && now - last.startedAt < ms) return last.promise;
    const promise = run().catch((error: unknown) => {
      last = null;
      throw error;
    });
    last = { promise, startedAt: now };
    return promise;
  };
};
