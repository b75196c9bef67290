/** After the death of a run's process, another one carries the run on within this time, in ms. */
const TAKEOVER_MS = 15_000;
export const HEARTBEAT_INTERVAL_MS = 3000;
export const SWEEP_INTERVAL_MS = 3000;
/** To claim a run and to prepare its work, for example to open the file of an import again. */
const PREPARATION_MS = 2000;
/**
 * Without a heartbeat for so long, a run's process counts as dead. Several heartbeats fit in, so that one that is late does
 * not count as a death.
 */
export const SILENCE_MS = TAKEOVER_MS - SWEEP_INTERVAL_MS - PREPARATION_MS;
