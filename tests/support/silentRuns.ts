import { sql } from 'drizzle-orm';
import { SILENCE_MS } from '#server/jobs/takeoverTimes.ts';

/** The last heartbeat of a run whose process counts as dead. */
export const SILENT_SINCE = sql`now() - make_interval(secs => ${SILENCE_MS / 1000 + 1})`;

/** The last heartbeat of a run that no machine is slow enough to find silent. */
export const NEVER_SILENT = sql`now() + interval '1 hour'`;
