import { sql } from 'drizzle-orm';
import {
  type ReadinessCheck,
  type ReadinessCheckName,
  type ReadinessChecks,
  readinessCheckNames,
} from '#contract/health.ts';
import { requireDiskSpace } from './db/diskSpace.ts';
import type { ServerDeps } from './http/deps.ts';
import { withTimeout } from './withTimeout.ts';

/** Time limit for each check, in ms; shorter than the timeout of a typical load balancer. */
const TIMEOUT_MS = 3000;
/** Anybody may ask, so the checks run at most this often, in ms. */
const MAX_AGE_MS = 5000;

/** Checks what the process depends on. A check that starts to fail is logged once, with its reason. */
export const createReadinessReader = ({ db, files, mailer, config, log }: ServerDeps) => {
  const checks: Readonly<Record<ReadinessCheckName, () => Promise<unknown>>> = {
    database: () => db.execute(sql`select 1`),
    files: () => files.check(),
    disk: requireDiskSpace(config.dataDir),
    mail: () => mailer.check(),
  };
  let last: ReadinessChecks | null = null;
  const runCheck = async (name: ReadinessCheckName): Promise<readonly [ReadinessCheckName, ReadinessCheck]> => {
    try {
      await withTimeout(checks[name](), TIMEOUT_MS);
      return [name, 'ok'];
    } catch (error) {
      if (last?.[name] !== 'failing') log.error(`readiness: ${name}`, error);
      return [name, 'failing'];
    }
  };
  let reading: { promise: Promise<ReadinessChecks>; startedAt: number } | null = null;
  return (): Promise<ReadinessChecks> => {
    // Not the clock, which may be set back: the last answer would then count as new for as long.
    const now = performance.now();
    if (reading && now - reading.startedAt < MAX_AGE_MS) return reading.promise;
    const promise = Promise.all(readinessCheckNames.map(runCheck)).then(results => {
      last = Object.fromEntries(results) as ReadinessChecks;
      return last;
    });
    reading = { promise, startedAt: now };
    return promise;
  };
};
