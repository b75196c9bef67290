import { eq, sql } from 'drizzle-orm';
import { type ReadinessCheckName, readinessCheckNames } from '#contract/health.ts';
import { BUILD, RELEASE } from '#contract/limits.ts';
import { buildOpenApi } from '#contract/openapi.ts';
import { listDemoAccounts } from '../accounts/accounts.ts';
import type { Database } from '../db/database.ts';
import { DatabaseUnreachableError } from '../db/outages.ts';
import { users } from '../db/schema.ts';
import type { Handlers } from '../http/bindEndpoints.ts';
import type { ServerDeps } from '../http/deps.ts';
import { ApiFailure } from '../http/errors.ts';
import { sendJson } from '../http/sendJson.ts';
import { createReadinessReader } from '../readiness.ts';
import { createSystemReader } from '../system/readSystem.ts';
import { testMail } from '../system/testMail.ts';
import { withTimeout } from '../withTimeout.ts';

/** Time limit for the database to respond, in ms; shorter than the timeout of a typical load balancer. */
const TIMEOUT_MS = 3000;

const OPTIONAL_CHECKS: readonly ReadinessCheckName[] = ['mail'];

export const systemHandlers = (deps: ServerDeps): Handlers['system'] => {
  const { db, databaseKind, config } = deps;
  const readReadiness = createReadinessReader(deps);
  const readSystem = createSystemReader(deps);
  const requireAccepting = () => {
    if (deps.draining.hasBegun) throw new ApiFailure('unavailable', { text: 'stopping' });
  };
  return {
    health: async () => {
      await withTimeout(Promise.resolve(db.execute(sql`select 1`)), TIMEOUT_MS, DatabaseUnreachableError);
      const demo_accounts = await listDemoAccounts(db, config);
      return { status: 'ok', database: databaseKind, version: RELEASE, build: BUILD, demo_accounts };
    },
    live: async () => ({ status: 'ok', version: RELEASE, build: BUILD }),
    // Nothing that servers share is checked, or else a balancer would leave out all of them at once.
    accepting: async () => {
      requireAccepting();
      return { status: 'ok', version: RELEASE, build: BUILD };
    },
    ready: async () => {
      requireAccepting();
      const checks = await readReadiness();
      const failing = readinessCheckNames.filter(name => checks[name] === 'failing' && !OPTIONAL_CHECKS.includes(name));
      if (failing.length > 0)
        throw new ApiFailure('unavailable', {
          text: 'notReady',
          values: { parts: failing.join(', ') },
          result: { checks },
        });
      return { status: 'ok', version: RELEASE, build: BUILD, checks };
    },
    read: () => readSystem(),
    testMail: async ({ caller }) => testMail(deps, await readEmail(db, caller.id)),
    openapi: async ({ context }) => sendJson(context, buildOpenApi()),
  };
};

const readEmail = async (db: Database, id: number): Promise<string> => {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, id));
  if (!user) throw new ApiFailure('unauthorized');
  return user.email;
};
