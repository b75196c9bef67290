import type { EventName, EventPayload } from '#contract/events.ts';
import type { Sending, SendingStatus } from '#contract/sending.ts';

/** What is known of sending media (§3: status, progress that is 0 when unset). */
export interface SendingState {
  status: SendingStatus;
  /** 0 to 100; never falls within a run. */
  progress: number;
  runId: number | null;
}

export const idleSending: SendingState = { status: 'available', progress: 0, runId: null };

export type SendingEvent = Extract<EventName, `SENDMEDIA_${string}`>;
type Told = EventPayload<SendingEvent>;

/** Whether the run has come to its end, which later events do not change. */
export const isSendingEnded = ({ status }: Pick<SendingState, 'status'>): boolean =>
  status === 'finished' || status === 'canceled';

/**
 * §4: what an event makes of the state. Events may come twice, late or with gaps: one of an older run changes
 * nothing, progress never falls, and the end of a run holds.
 */
export const afterSendingEvent = (state: SendingState, event: SendingEvent, told: Told): SendingState => {
  if (state.runId !== null && told.run_id < state.runId) return state;
  const run: SendingState =
    state.runId === told.run_id ? state : { status: 'processing', progress: 0, runId: told.run_id };
  if (isSendingEnded(run)) return run;
  switch (event) {
    case 'SENDMEDIA_UPDATE':
      return { ...run, progress: Math.max(run.progress, 'progress' in told ? told.progress : 0) };
    case 'SENDMEDIA_READY':
      return { ...run, status: 'finished', progress: 100 };
    case 'SENDMEDIA_INTERRUPT':
    case 'SENDMEDIA_ERROR':
      return { ...run, status: 'canceled' };
    default:
      return run;
  }
};

/** §4: a check that succeeds sets processing; one that fails leaves what has ended, and else sets available. */
export const afterSendingCheck = (state: SendingState, run: Pick<Sending, 'id' | 'progress'> | null): SendingState => {
  if (!run) return isSendingEnded(state) ? state : idleSending;
  if (state.runId !== null && (run.id < state.runId || (run.id === state.runId && isSendingEnded(state)))) return state;
  const progress = state.runId === run.id ? Math.max(state.progress, run.progress) : run.progress;
  return { status: 'processing', progress, runId: run.id };
};
