import { RELEASE } from '#contract/limits.ts';
import { openapi } from '#contract/openapi.ts';
import { demoAccounts } from '../accounts/accounts.ts';
import { answerJson } from '../http/answer.ts';
import type { Handlers } from '../http/bindEndpoints.ts';
import type { Deps } from '../http/deps.ts';

/** The state of the server and the API's description. */
export const systemHandlers = ({ db, databaseKind, config }: Deps): Handlers['system'] => ({
  health: async () => {
    const demo_accounts = await demoAccounts(db, config);
    return { status: 'ok', database: databaseKind, version: RELEASE, demo_accounts };
  },
  openapi: async ({ context }) => answerJson(context, openapi()),
});
