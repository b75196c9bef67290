import type { QueryClient } from '@tanstack/react-query';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Api } from '../http/http.ts';
import { createListeners } from '../realtime/listeners.ts';
import { olderThan } from '../realtime/liveRecords.ts';
import type { Realtime } from '../realtime/realtime.ts';
import { importMessages, limitMessages, type Translate } from '../reporting/notices.ts';
import { type Sample, sampleBefore, withSample } from './runPace.ts';
import {
  afterCheck,
  afterEvent,
  afterRead,
  contiguous,
  idleRun,
  isActive,
  isEnded,
  isInProgress,
  type LogLine,
  type RunEvent,
  type RunRecord,
  type RunState,
} from './runState.ts';

type ListedRuns<Run> = Record<'page' | 'per_page' | 'total', number> & { items: Run[] };

/** How the message of an event is shown (§8); it is not shown without this. */
export interface EventNotice {
  message?: string | undefined;
  notice?: 'info' | 'error';
  /** Stays beside the later messages of the run, which otherwise replace it. */
  isLasting?: boolean;
}

/** What differs from one kind of run to another. */
export interface RunKind<Run extends RunRecord, Line extends LogLine> {
  /** Root of the kind's query keys. */
  name: string;
  /** Who may look at runs, and who may cancel one. */
  access: Endpoint['access'];
  cancelAccess: Endpoint['access'];
  /** The channel of the events; without one they come unasked. */
  channel?: string;
  /** Subscribes to the kind's events in terms of the state machine; returns the unsubscribes. */
  listen: (on: Realtime['on'], apply: (event: RunEvent<Run, Line> & EventNotice) => void) => (() => void)[];
  /** The active run; absent where the events alone announce it. */
  readCurrent?: (api: Api) => Promise<(Run & { log?: readonly Line[] }) | null>;
  /** A run with at most `limit` log lines after the one with the number `after`. */
  read: (
    api: Api,
    id: number,
    query: Record<'after' | 'limit', number>,
    signal?: AbortSignal,
  ) => Promise<Run & { log: readonly Line[]; log_total: number }>;
  list: (api: Api, page: number, signal: AbortSignal) => Promise<ListedRuns<Run>>;
  /** The id is null only for a run that was announced without one. */
  cancel: (api: Api, id: number | null) => Promise<{ result: Run | null; messages: readonly string[] }>;
}

/** What the user is shown of a run, on whichever page (§4, §8). */
export interface RunNotice {
  text: string;
  isError: boolean;
  /** Of the notices of one group only the latest is shown. */
  group?: string;
}

export interface RunStoreOptions {
  api: Api;
  client: QueryClient;
  realtime: Pick<Realtime, 'on' | 'onConnect' | 'join'>;
  translate: Translate;
}

/** The runs of one kind: the latest one as events announce it and calls complete it, and the earlier ones. */
export interface RunStore<Run extends RunRecord, Line extends LogLine>
  extends Pick<RunKind<Run, Line>, 'name' | 'access' | 'cancelAccess'> {
  /** The latest run. */
  state: () => RunState<Run, Line>;
  onChange: (listener: () => void) => () => void;
  /** The progress of the latest run in the last half minute. */
  samples: () => readonly Sample[];
  onNotice: (listener: (notice: RunNotice) => void) => () => void;
  /** Shows the messages of an answer one by one (§8). */
  announce: (texts: readonly string[], isError: boolean) => void;
  /** Follows the events until the returned function is called. What was missed without a connection is read again. */
  follow: () => () => void;
  /** §4, checking the status. */
  check: () => Promise<void>;
  /** Takes over the active run from an answer. */
  found: (run: Run) => void;
  /** Takes over a run that was just started, and reads again what is shown of runs. */
  started: (run: Run) => Run;
  cancel: (id?: number | null) => Promise<void>;
  /** Leaves a run that has ended, for a new one. */
  leave: () => void;
  /** Reads again everything that is shown of this kind. */
  invalidate: () => Promise<void>;
  /** A run with its whole log, in as many pages as it takes; events that come meanwhile are kept. */
  read: (id: number, signal: AbortSignal) => Promise<RunState<Run, Line>>;
  list: (page: number, signal: AbortSignal) => Promise<ListedRuns<Run>>;
}

/** The query key of a run. */
export const runKey = (name: string, id: number | null): readonly unknown[] => [name, 'run', id];

export const createRunStore = <Run extends RunRecord, Line extends LogLine>(
  kind: RunKind<Run, Line>,
  options: RunStoreOptions,
): RunStore<Run, Line> => {
  const { api, client, translate } = options;
  const { name, access, cancelAccess } = kind;
  // A log of 100,000 lines would be compared with itself at each event.
  client.setQueryDefaults([name, 'run'], { structuralSharing: false });
  const { set, ...latest } = createLatest<RunState<Run, Line>>(idleRun);
  const { notify, add: onNotice } = createListeners<[RunNotice]>();
  const invalidate = () => client.invalidateQueries({ queryKey: [name] });
  const context = { kind, api, client, state: latest.state, set, notify, invalidate };
  const check = checker(context);
  const found = (run: Run) => set(afterRead(latest.state(), run));
  const announce = (texts: readonly string[], isError: boolean) => {
    for (const text of limitMessages(texts, translate)) notify({ text, isError });
  };
  return {
    ...latest,
    name,
    access,
    cancelAccess,
    onNotice,
    announce,
    follow: follower(context, options.realtime, check),
    check,
    found,
    invalidate,
    started: run => {
      found(run);
      void invalidate();
      return run;
    },
    cancel: async (id = latest.state().runId) => {
      try {
        const { result, messages } = await kind.cancel(api, id);
        if (result) found(result);
        announce(messages, false);
      } catch (error) {
        announce(importMessages(error, translate), true);
      }
      void invalidate();
    },
    leave: () => {
      if (isEnded(latest.state())) set(idleRun);
    },
    read: reader(context),
    list: (page, signal) => kind.list(api, page, signal),
  };
};

/** The latest run, with listeners and samples of its progress. */
const createLatest = <State extends RunState>(initial: State) => {
  const listeners = createListeners();
  let state = initial;
  let samples: readonly Sample[] = [];
  return {
    state: () => state,
    samples: () => samples,
    onChange: listeners.add,
    /** `elapsed`: how long the run has been going on, in ms, from which its earlier pace follows. */
    set: (next: State, elapsed?: number): void => {
      if (next === state) return;
      state = next;
      const rows = Object.values(next.counts ?? {}).reduce((sum, count) => sum + count, 0);
      const sample = { at: Date.now(), progress: next.progress, rows };
      const before = elapsed === undefined ? samples : [sampleBefore(sample, elapsed)];
      samples = isInProgress(next) ? withSample(before, sample) : [];
      listeners.notify();
    },
  };
};

interface Context<Run extends RunRecord, Line extends LogLine> extends Pick<RunStoreOptions, 'api' | 'client'> {
  kind: RunKind<Run, Line>;
  state: () => RunState<Run, Line>;
  set: (next: RunState<Run, Line>, elapsed?: number) => void;
  notify: (notice: RunNotice) => void;
  invalidate: () => Promise<void>;
}

/** Applies an event to the latest run and to the one on the screen, and shows its message. */
const applier = <Run extends RunRecord, Line extends LogLine>(context: Context<Run, Line>) => {
  const { kind, api, client, state, set, notify, invalidate } = context;
  const { name } = kind;
  /** Finds the id of a run that was announced without one; until then it is shown by its events alone. */
  const identify = async (): Promise<void> => {
    const run = await kind.readCurrent?.(api).catch(() => null);
    if (run && isUnidentified(state())) set(afterRead(state(), run, run.log));
  };
  const applyToShown = (id: number, event: RunEvent<Run, Line>): void => {
    const queryKey = runKey(name, id);
    const shown = client.getQueryData<RunState<Run, Line>>(queryKey);
    if (!shown) return;
    client.setQueryData(queryKey, afterEvent(shown, { ...event, run_id: id }));
    const hasGap = (event.stepItems?.[0]?.seq ?? 0) > (shown.log.at(-1)?.seq ?? 0) + 1;
    if (hasGap) void client.invalidateQueries({ queryKey });
  };
  return (event: RunEvent<Run, Line> & EventNotice): void => {
    const before = state();
    const now = afterEvent(before, event);
    set(now);
    const { run_id: id = now.runId, message, notice } = event;
    if (id !== null) applyToShown(id, event);
    // The message of a start is out of date once the run has ended or a newer one has begun.
    const isLate = event.isStart && (isEnded(now) || id !== now.runId);
    if (message && notice && !isLate)
      notify({ text: message, isError: notice === 'error', ...(!event.isLasting && { group: name }) });
    if (now.runId !== before.runId || now.status !== before.status) void invalidate();
    if (isUnidentified(now) && !isUnidentified(before)) void identify();
  };
};

const follower =
  <Run extends RunRecord, Line extends LogLine>(
    context: Context<Run, Line>,
    { on, join, onConnect }: RunStoreOptions['realtime'],
    check: () => Promise<void>,
  ) =>
  (): (() => void) => {
    const { kind, client } = context;
    const catchUp = (quietMs: number) => {
      void check();
      void client.invalidateQueries({ queryKey: [kind.name], predicate: olderThan(quietMs) });
    };
    void check();
    const ends = [
      ...kind.listen(on, applier(context)),
      kind.channel ? join(kind.channel, catchUp) : onConnect(() => catchUp(0)),
    ];
    return () => {
      for (const end of ends) end();
    };
  };

const isUnidentified = (run: RunState): boolean => run.runId === null && isActive(run);

/**
 * §4, checking the status: success sets processing, failure resets to available, whatever was known. The end of a run that
 * was going on may have been missed, so that run is read.
 */
const checker =
  <Run extends RunRecord, Line extends LogLine>({ kind, api, state, set }: Context<Run, Line>) =>
  async (): Promise<void> => {
    const before = state();
    const found = kind.readCurrent ? await kind.readCurrent(api).catch(() => 'failed' as const) : null;
    if (found && found !== 'failed') return set(afterCheck(state(), found), found.elapsed);
    // A run that was started or announced meanwhile is newer than this answer.
    if (found && state() === before) set(idleRun);
    if (before.runId === null || !isActive(before))
      return found || state() !== before ? undefined : set(afterCheck(state(), null));
    const run = await kind.read(api, before.runId, { after: 0, limit: 1 }).catch(() => null);
    const { runId } = state();
    if (runId !== null && runId !== before.runId) return;
    if (run && (!found || isEnded(run))) set(afterRead(state(), run));
    else if (!found) set(afterCheck(state(), null));
  };

/** Log lines in the first page, which has to appear at once, and in those after it, which must not block the screen. */
const PAGES = { first: 200, later: 2000 };

const reader =
  <Run extends RunRecord, Line extends LogLine>({ kind, api, client, state, set }: Context<Run, Line>) =>
  async (id: number, signal: AbortSignal): Promise<RunState<Run, Line>> => {
    const queryKey = runKey(kind.name, id);
    const isLatest = () => state().runId === id;
    const soFar = () => client.getQueryData<RunState<Run, Line>>(queryKey) ?? (isLatest() ? state() : idleRun);
    for (let limit = PAGES.first; ; limit = PAGES.later) {
      const page = await kind.read(api, id, { after: contiguous(soFar().log), limit }, signal);
      const next = afterRead(soFar(), page, page.log);
      if (isLatest()) set(afterRead(state(), page, page.log));
      if (page.log.length === 0 || contiguous(next.log) >= page.log_total) return next;
      client.setQueryData(queryKey, next);
    }
  };
