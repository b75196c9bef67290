import { z } from 'zod';

/** Whether the process runs, regardless of its database. */
export const Liveness = z.object({
  status: z.literal('ok'),
  /** The release of the specification. */
  version: z.string(),
  /** Extension: the version of this build. */
  build: z.string(),
});

/** Public status of the API (contract 3). Fails with 504 while the database is unreachable. */
export const Health = Liveness.extend({
  database: z.enum(['embedded', 'postgres']),
  /** Shown on the sign-in page, and therefore empty outside the demonstration. */
  demo_accounts: z.array(z.string()),
});
