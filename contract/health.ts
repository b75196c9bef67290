import { z } from 'zod';

/** Public status of the API (contract 3). */
export const Health = z.object({
  status: z.literal('ok'),
  database: z.enum(['embedded', 'postgres']),
  version: z.string(),
  /** E-mail addresses of demo accounts, shown on the sign-in page; empty outside the demonstration. */
  demo_accounts: z.array(z.string()),
});
