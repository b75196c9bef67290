import { z } from 'zod';

/** That the process runs, whatever becomes of its database. */
export const Liveness = z.object({ status: z.literal('ok'), version: z.string() });

/** Public status of the API (contract 3): that calls are answered. A failure with 504 while the database is away. */
export const Health = Liveness.extend({
  database: z.enum(['embedded', 'postgres']),
  /** E-mail addresses of demo accounts, shown on the sign-in page; empty outside the demonstration. */
  demo_accounts: z.array(z.string()),
});
