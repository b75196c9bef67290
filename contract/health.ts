import { z } from 'zod';

/** What the API says of itself to anybody (contract 3). */
export const Health = z.object({
  status: z.literal('ok'),
  database: z.enum(['embedded', 'postgres']),
  version: z.string(),
  /** Addresses of the demonstration accounts, shown on the sign-in page; empty where there are none. */
  demo_accounts: z.array(z.string()),
});
