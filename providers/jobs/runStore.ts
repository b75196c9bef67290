import type { QueryClient } from '@tanstack/react-query';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Api } from '../http/http.ts';
import { createListeners } from '../realtime/listeners.ts';
import { isOlderThan } from '../realtime/liveRecords.ts';
import type { Realtime } from '../realtime/realtime.ts';
import { limitMessages, type Translate, toImportMessages } from '../reporting/notices.ts';
import { addSample, estimateEarlierSample, type Sample } from './runPace.ts';
import {
  applyEvent,
  applyFetchedRun,
  applyStatusCheck,
  findLastContiguousSeq,
  idleRun,
  isActive,
  isEnded,
  isInProgress,
  type LogLine,
  MAX_LOG_LINES,
  type RunEvent,
  type RunRecord,
  type RunState,
} from './runState.ts';

type ListedRuns<Run> = Record<'page' | 'per_page' | 'total', number> & { items: Run[] };

export interface EventNotice {
  message?: string | undefined;
  notice?: 'info' | 'error';
  isLasting?: boolean;
}

export interface RunKind<Run extends RunRecord, Line extends LogLine> {
  name: string;
  access: Endpoint['access'];
  cancelAccess: Endpoint['access'];
  channel?: string;
  listen: (on: Realtime['on'], apply: (event: RunEvent<Run, Line> & EventNotice) => void) => (() => void)[];
  /** Fetches the active run. Absent if a run is announced only by events. */
  readCurrent?: (api: Api) => Promise<(Run & { log?: readonly Line[] }) | null>;
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

export interface RunNotice {
  text: string;
  isError: boolean;
  group?: string;
}

export interface RunStoreOptions {
  api: Api;
  client: QueryClient;
  realtime: Pick<Realtime, 'on' | 'onConnect' | 'join'>;
  translate: Translate;
}

export interface RunStore<Run extends RunRecord, Line extends LogLine>
  extends Pick<RunKind<Run, Line>, 'name' | 'access' | 'cancelAccess'> {
  state: () => RunState<Run, Line>;
  onChange: (listener: () => void) => () => void;
  samples: () => readonly Sample[];
  onNotice: (listener: (notice: RunNotice) => void) => () => void;
  announce: (messages: readonly string[], isError: boolean) => void;
  /**
   * Subscribes to the events and returns the unsubscribe function. After being offline, the client fetches the run,
   * because it has missed events.
   */
  follow: () => () => void;
  /** §4, checking the status. */
  check: () => Promise<void>;
  setFetchedRun: (run: Run) => void;
  registerStartedRun: (run: Run) => Run;
  cancel: (id?: number | null) => Promise<void>;
  leave: () => void;
  invalidate: () => Promise<void>;
  read: (id: number, signal: AbortSignal) => Promise<RunState<Run, Line>>;
  list: (page: number, signal: AbortSignal) => Promise<ListedRuns<Run>>;
}

export const buildRunKey = (name: string, id: number | null): readonly unknown[] => [name, 'run', id];

export const createRunStore = <Run extends RunRecord, Line extends LogLine>(
  kind: RunKind<Run, Line>,
  options: RunStoreOptions,
): RunStore<Run, Line> => {
  const { api, client, translate } = options;
  const { name, access, cancelAccess } = kind;
  // Structural sharing would compare a log of 100,000 lines with itself on every event.
  client.setQueryDefaults([name, 'run'], { structuralSharing: false });
  const { set, ...latest } = createLatestState<RunState<Run, Line>>(idleRun);
  const { notify, add: onNotice } = createListeners<[RunNotice]>();
  const invalidate = () => client.invalidateQueries({ queryKey: [name] });
  const context = { kind, api, client, state: latest.state, set, notify, invalidate };
  const check = createStatusChecker(context);
  const setFetchedRun = (run: Run) => set(applyFetchedRun(latest.state(), run));
  const announce = (messages: readonly string[], isError: boolean) => {
    for (const text of limitMessages(messages, translate)) notify({ text, isError });
  };
  return {
    ...latest,
    name,
    access,
    cancelAccess,
    onNotice,
    announce,
    follow: createRunFollower(context, options.realtime, check),
    check,
    setFetchedRun,
    invalidate,
    registerStartedRun: run => {
      setFetchedRun(run);
      void invalidate();
      return run;
    },
    cancel: async (id = latest.state().runId) => {
      try {
        const { result, messages } = await kind.cancel(api, id);
        if (result) setFetchedRun(result);
        announce(messages, false);
      } catch (error) {
        announce(toImportMessages(error, translate), true);
      }
      void invalidate();
    },
    leave: () => {
      if (isEnded(latest.state())) set(idleRun);
    },
    read: createRunReader(context),
    list: (page, signal) => kind.list(api, page, signal),
  };
};

const createLatestState = <State extends RunState>(initial: State) => {
  const listeners = createListeners();
  let state = initial;
  let samples: readonly Sample[] = [];
  return {
    state: () => state,
    samples: () => samples,
    onChange: listeners.add,
    /** @param elapsed duration of the run so far in ms, from which its earlier rate is estimated */
    set: (next: State, elapsed?: number): void => {
      if (next === state) return;
      state = next;
      const rows = Object.values(next.counts ?? {}).reduce((sum, count) => sum + count, 0);
      const sample = { timestamp: Date.now(), progress: next.progress, rows };
      const before = elapsed === undefined ? samples : [estimateEarlierSample(sample, elapsed)];
      samples = isInProgress(next) ? addSample(before, sample) : [];
      listeners.notify();
    },
  };
};

interface StoreContext<Run extends RunRecord, Line extends LogLine> extends Pick<RunStoreOptions, 'api' | 'client'> {
  kind: RunKind<Run, Line>;
  state: () => RunState<Run, Line>;
  set: (next: RunState<Run, Line>, elapsed?: number) => void;
  notify: (notice: RunNotice) => void;
  invalidate: () => Promise<void>;
}

const createEventApplier = <Run extends RunRecord, Line extends LogLine>(context: StoreContext<Run, Line>) => {
  const { kind, api, client, state, set, notify, invalidate } = context;
  const { name } = kind;
  const identify = async (): Promise<void> => {
    const run = await kind.readCurrent?.(api).catch(() => null);
    if (run && isUnidentified(state())) set(applyFetchedRun(state(), run, run.log));
  };
  const applyToShown = (id: number, event: RunEvent<Run, Line>): void => {
    const queryKey = buildRunKey(name, id);
    const shownState = client.getQueryData<RunState<Run, Line>>(queryKey);
    if (!shownState) return;
    client.setQueryData(queryKey, applyEvent(shownState, { ...event, run_id: id }));
    const hasGap = (event.stepItems?.[0]?.seq ?? 0) > (shownState.log.at(-1)?.seq ?? 0) + 1;
    if (hasGap) void client.invalidateQueries({ queryKey });
  };
  return (event: RunEvent<Run, Line> & EventNotice): void => {
    const before = state();
    const now = applyEvent(before, event);
    set(now);
    const { run_id: id = now.runId, message, notice } = event;
    if (id !== null) applyToShown(id, event);
    // The start message is dropped if the run has already ended or a newer run has started.
    const isLate = event.isStart && (isEnded(now) || id !== now.runId);
    if (message && notice && !isLate)
      notify({ text: message, isError: notice === 'error', ...(!event.isLasting && { group: name }) });
    if (now.runId !== before.runId || now.status !== before.status) void invalidate();
    if (isUnidentified(now) && !isUnidentified(before)) void identify();
  };
};

const createRunFollower =
  <Run extends RunRecord, Line extends LogLine>(
    context: StoreContext<Run, Line>,
    { on, join, onConnect }: RunStoreOptions['realtime'],
    check: () => Promise<void>,
  ) =>
  (): (() => void) => {
    const { kind, client } = context;
    const catchUp = (quietMs: number) => {
      void check();
      void client.invalidateQueries({ queryKey: [kind.name], predicate: isOlderThan(quietMs) });
    };
    void check();
    const cleanups = [
      ...kind.listen(on, createEventApplier(context)),
      kind.channel ? join(kind.channel, catchUp) : onConnect(() => catchUp(0)),
    ];
    return () => {
      for (const end of cleanups) end();
    };
  };

const isUnidentified = (run: RunState): boolean => run.runId === null && isActive(run);

/**
 * §4, checking the status: success sets processing, and failure resets to available, regardless of the earlier state.
 * The end of an active run may have been missed, so that run is fetched.
 */
const createStatusChecker =
  <Run extends RunRecord, Line extends LogLine>({ kind, api, state, set, invalidate }: StoreContext<Run, Line>) =>
  async (): Promise<void> => {
    const before = state();
    const currentRun = kind.readCurrent ? await kind.readCurrent(api).catch(() => 'failed' as const) : null;
    if (currentRun && currentRun !== 'failed') return set(applyStatusCheck(state(), currentRun), currentRun.elapsed);
    // If the state has changed, it is kept, because a run that was started or announced in the meantime is newer than
    // this response.
    if (currentRun && state() === before) set(idleRun);
    if (before.runId === null || !isActive(before))
      return currentRun || state() !== before ? undefined : set(applyStatusCheck(state(), null));
    const run = await kind.read(api, before.runId, { after: 0, limit: 1 }).catch(() => null);
    const { runId } = state();
    if (runId !== null && runId !== before.runId) return;
    if (run && (!currentRun || isEnded(run))) set(applyFetchedRun(state(), run));
    else if (!currentRun) set(applyStatusCheck(state(), null));
    // The server ends a dead run when it is asked for the current one, so lists may have been read just before.
    if (isEnded(state())) void invalidate();
  };

/** Log lines per page. The first page should appear at once, and the others must not block the screen. */
const PAGE_SIZES = { first: 200, later: 2000 };

const createRunReader =
  <Run extends RunRecord, Line extends LogLine>({ kind, api, client, state, set }: StoreContext<Run, Line>) =>
  async (id: number, signal: AbortSignal): Promise<RunState<Run, Line>> => {
    const queryKey = buildRunKey(kind.name, id);
    const isLatest = () => state().runId === id;
    const currentState = () => client.getQueryData<RunState<Run, Line>>(queryKey) ?? (isLatest() ? state() : idleRun);
    for (let limit = PAGE_SIZES.first; ; limit = PAGE_SIZES.later) {
      const after = findLastContiguousSeq(currentState().log);
      // Once the log is full, only the state of the run is still needed.
      const page = await kind.read(api, id, { after, limit: after < MAX_LOG_LINES ? limit : 1 }, signal);
      const next = applyFetchedRun(currentState(), page, page.log);
      if (isLatest()) set(applyFetchedRun(state(), page, page.log));
      if (page.log.length === 0 || findLastContiguousSeq(next.log) >= Math.min(page.log_total, MAX_LOG_LINES))
        return next;
      client.setQueryData(queryKey, next);
    }
  };
