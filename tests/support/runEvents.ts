import type { EventName, EventPayload } from '#contract/events.ts';
import {
  applyEvent,
  idleRun,
  type LogLine,
  type RunEvent,
  type RunRecord,
  type RunState,
} from '#providers/jobs/runState.ts';
import type { RunKind } from '#providers/jobs/runStore.ts';

/** A socket event with its payload. */
export type RunStep = { [E in EventName]: readonly [event: E, payload: EventPayload<E>] }[EventName];

/** Applies socket events to the state of a run, as the table of its kind maps them. */
export const stateAfter = <Run extends RunRecord, Line extends LogLine>(kind: RunKind<Run, Line>) => {
  const listeners = new Map<EventName, (payload: never) => void>();
  let event: RunEvent<Run, Line> | null = null;
  kind.listen(
    (name, listener) => {
      listeners.set(name, listener);
      return () => listeners.delete(name);
    },
    mapped => {
      event = mapped;
    },
  );
  return (steps: readonly RunStep[], from: RunState<Run, Line> = idleRun): RunState<Run, Line> =>
    steps.reduce((state, [name, payload]) => {
      event = null;
      listeners.get(name)?.(payload as never);
      if (!event) throw new Error(`${name} is no event of ${kind.name}`);
      return applyEvent(state, event);
    }, from);
};
