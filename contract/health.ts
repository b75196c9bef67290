import { z } from 'zod';

/** Whether the process runs or, for balancers, whether it accepts requests: not from the signal to stop on. */
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

/**
 * Whether the process can serve its users. Not for balancers, because servers share what it checks: a balancer would leave
 * out all of them at once. Without mail it can: e-mails are then kept in the outbox.
 */
export const Readiness = Liveness.extend({ checks: ReadinessChecks });

/** Public status of the API (contract 3). Fails with 504 while the database is unreachable. */
export const Health = Liveness.extend({
  database: z.enum(['embedded', 'postgres']),
  /** Shown on the sign-in page, and therefore empty outside the demonstration. */
  demo_accounts: z.array(z.string()),
});
