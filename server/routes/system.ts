import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { RELEASE } from '#contract/limits.ts';
import { openapi } from '#contract/openapi.ts';
import { demoAccounts } from '../accounts/accounts.ts';
import { DatabaseUnreachable } from '../db/unreachable.ts';
import { answerJson } from '../http/answer.ts';
import type { Handlers } from '../http/bindEndpoints.ts';
import type { Deps } from '../http/deps.ts';

/** Time limit for the database to respond, in ms; shorter than the timeout of a typical load balancer. */
const TIMEOUT = 3000;

const tooLong = async (): Promise<never> => {
  await delay(TIMEOUT, null, { ref: false });
  throw new DatabaseUnreachable(`no answer within ${TIMEOUT} ms`);
};

export const systemHandlers = ({ db, databaseKind, config }: Deps): Handlers['system'] => ({
  health: async () => {
    await Promise.race([db.execute(sql`select 1`), tooLong()]);
    const demo_accounts = await demoAccounts(db, config);
    return { status: 'ok', database: databaseKind, version: RELEASE, demo_accounts };
  },
  live: async () => ({ status: 'ok', version: RELEASE }),
  openapi: async ({ context }) => answerJson(context, openapi()),
});
