import { z } from 'zod';

/** Whether the process runs, regardless of its database. */
export const Liveness = z.object({ status: z.literal('ok'), version: z.string() });

/** Public status of the API (contract 3). Fails with 504 while the database is unreachable. */
export const Health = Liveness.extend({
  database: z.enum(['embedded', 'postgres']),
  /** E-mail addresses of demo accounts, shown on the sign-in page; empty outside the demonstration. */
  demo_accounts: z.array(z.string()),
});
