import { z } from 'zod';

/** Whether the process runs, regardless of its database. */
export const Liveness = z.object({
  status: z.literal('ok'),
  /** The release of the specification. */
  version: z.string(),
  /** Extension: the version of this build. */
  build: z.string(),
});

const ReadinessCheck = z.enum(['ok', 'failing']);
export type ReadinessCheck = z.output<typeof ReadinessCheck>;

const ReadinessChecks = z.object({
  database: ReadinessCheck,
  files: ReadinessCheck,
  disk: ReadinessCheck,
  mail: ReadinessCheck,
});
export type ReadinessChecks = z.output<typeof ReadinessChecks>;
export type ReadinessCheckName = keyof ReadinessChecks;
export const readinessCheckNames = Object.keys(ReadinessChecks.shape) as ReadinessCheckName[];

/** Whether the process can serve its users. Without mail it can: e-mails are then kept in the outbox. */
export const Readiness = Liveness.extend({ checks: ReadinessChecks });

/** Public status of the API (contract 3). Fails with 504 while the database is unreachable. */
export const Health = Liveness.extend({
  database: z.enum(['embedded', 'postgres']),
  /** Shown on the sign-in page, and therefore empty outside the demonstration. */
  demo_accounts: z.array(z.string()),
});
