import type { EventPayload } from '#contract/events.ts';

/** What a run of the synchronization last said of itself. */
export type SyncTold = EventPayload<'SYNCHRONIZATION_UPDATE'>;

/** Whether a run is still on, as far as it was heard. */
export const isSyncOn = (told: SyncTold | null): told is SyncTold => told?.status === 'processing';

/**
 * What is known of the run that is on, after an event. Events may come twice, late or with gaps: one of an older run
 * changes nothing, progress never falls, and the end of a run holds.
 */
export const afterSyncEvent = (known: SyncTold | null, told: SyncTold): SyncTold => {
  if (!known || told.run_id > known.run_id) return told;
  if (told.run_id < known.run_id || !isSyncOn(known)) return known;
  return { ...told, progress: Math.max(known.progress, told.progress) };
};
