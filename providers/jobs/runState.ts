import type { Editor } from '#contract/editor.ts';
import type { ImportStatus, LogItem } from '#contract/importing.ts';

/** §4: statuses of runs; `available` means that no run is known. */
export type RunStatus = ImportStatus;

export interface RunRecord {
  id: number;
  status: RunStatus;
  progress: number;
  counts: Record<string, number>;
  elapsed?: number | undefined;
  started_at: string;
  finished_at: string | null;
  user: Editor;
}

export type LogLine = Pick<LogItem, 'seq' | 'level' | 'text'>;

/** Client state of a run (§3: log, status, progress, which is 0 by default). */
export interface RunState<Run extends RunRecord = RunRecord, Line extends LogLine = LogLine> {
  /** Null if no run is known, or if it was only announced by events without an id. */
  runId: number | null;
  status: Run['status'] | 'available' | 'processing';
  /** Never decreases during a run, although events may arrive late. */
  progress: number;
  log: readonly Line[];
  counts: Run['counts'] | null;
  record: Run | null;
}

/** Each kind of run maps its own event names to these, so that one state machine serves all. */
export interface RunEvent<Run extends RunRecord = RunRecord, Line extends LogLine = LogLine> {
  /** The events in the specification have no id, so they refer to the known run. */
  run_id?: number | undefined;
  status: Run['status'] | null;
  isStart?: boolean;
  progress?: number;
  stepItems?: readonly Line[] | undefined;
  counts?: Run['counts'] | undefined;
  patch?: (record: Run, isNewer: boolean) => Run;
}

export const idleRun: RunState<never, never> = {
  runId: null,
  status: 'available',
  progress: 0,
  log: [],
  counts: null,
  record: null,
};

type StatusOrder = Pick<RunState, 'status'>;

/** The order of the statuses. Late events must not set a run back to an earlier status. */
const statusOrder: Record<RunStatus, number> = {
  available: 0,
  processing: 1,
  post_processing: 2,
  finished: 3,
  canceled: 3,
  failed: 3,
};

/** §4: in progress only while processing; in post-processing a run can no longer be cancelled. */
export const isInProgress = ({ status }: StatusOrder): boolean => status === 'processing';

export const isActive = ({ status }: StatusOrder): boolean => statusOrder[status] === 1 || statusOrder[status] === 2;

export const isEnded = ({ status }: StatusOrder): boolean => statusOrder[status] === 3;

/**
 * §4: the state after an event. Events may be repeated, late or lost. Events of an older run are therefore ignored,
 * progress never decreases, log lines are not duplicated, and an ended run stays ended.
 */
export const applyEvent = <Run extends RunRecord, Line extends LogLine>(
  state: RunState<Run, Line>,
  event: RunEvent<Run, Line>,
): RunState<Run, Line> => {
  const { run_id: id, status } = event;
  if (status === null || isOlder(state, id)) return state;
  const run = selectEventRun(state, id, event.isStart ?? false);
  const log = mergeLog(run.log, event.stepItems ?? []);
  if (isEnded(run)) return log === run.log ? run : { ...run, log };
  const laterStatus = statusOrder[status] > statusOrder[run.status] ? status : run.status;
  const { progress = 0, counts, patch } = event;
  // Counts only grow, so an event with less progress than already known must be late.
  const isNewer = progress >= run.progress;
  return {
    ...run,
    status: laterStatus,
    progress: laterStatus === 'post_processing' || laterStatus === 'finished' ? 100 : Math.max(run.progress, progress),
    log,
    counts: isNewer ? (counts ?? run.counts) : run.counts,
    record: run.record && patch ? patch(run.record, isNewer) : run.record,
  };
};

const isOlder = ({ runId }: RunState, id: number | undefined): boolean =>
  id !== undefined && runId !== null && id < runId;

const selectEventRun = <Run extends RunRecord, Line extends LogLine>(
  state: RunState<Run, Line>,
  id: number | undefined,
  isStart: boolean,
): RunState<Run, Line> => {
  if (id === undefined) {
    const isNew = isStart || state.status === 'available';
    return isNew ? { ...idleRun, status: 'processing' } : state;
  }
  return isSameRun(state, id) ? { ...state, runId: id } : { ...idleRun, status: 'processing', runId: id };
};

/** The specification's events have no id. If they announce a run, it is the run with the next id. */
const isSameRun = (state: RunState, id: number): boolean =>
  state.runId === id || (state.runId === null && isActive(state));

/**
 * The state after a fetch. The response never undoes events received in the meantime, because it may be older than they
 * are.
 */
export const applyFetchedRun = <Run extends RunRecord, Line extends LogLine>(
  state: RunState<Run, Line>,
  record: Run,
  lines: readonly Line[] = [],
): RunState<Run, Line> => {
  if (isOlder(state, record.id)) return state;
  const knownState: RunState<Run, Line> = isSameRun(state, record.id) ? state : idleRun;
  const isBehind = record.progress < knownState.progress;
  return {
    runId: record.id,
    status: statusOrder[knownState.status] > statusOrder[record.status] ? knownState.status : record.status,
    progress: Math.max(knownState.progress, record.progress),
    log: mergeLog(knownState.log, lines),
    counts: isBehind ? (knownState.counts ?? record.counts) : record.counts,
    record: isBehind && isActive(record) ? (knownState.record ?? record) : record,
  };
};

/**
 * §4, checking the status: if there is a run, its status is processing or later; if there is none, the status is
 * available. An ended run stays until the user leaves it.
 */
export const applyStatusCheck = <Run extends RunRecord, Line extends LogLine>(
  state: RunState<Run, Line>,
  run: (Run & { log?: readonly Line[] }) | null,
): RunState<Run, Line> => {
  if (run) return applyFetchedRun(state, run, run.log);
  return isEnded(state) ? state : idleRun;
};

/** A table may have an error in every cell, and a browser can neither keep nor scroll millions of lines. */
export const MAX_LOG_LINES = 100_000;

/**
 * Inserts log lines by `seq`; returns the same array if all are known or beyond the limit. Compares only the affected
 * part, because a log may be long.
 */
const mergeLog = <Line extends { seq: number }>(log: readonly Line[], lines: readonly Line[]): readonly Line[] => {
  const lastKept = log.length < MAX_LOG_LINES ? Number.POSITIVE_INFINITY : (log.at(-1)?.seq ?? 0);
  const newLines = lines.filter(({ seq }) => seq <= lastKept);
  if (newLines.length === 0) return log;
  const [first, last] = newLines.reduce(
    ([minSeq, maxSeq], { seq }) => [Math.min(minSeq, seq), Math.max(maxSeq, seq)],
    [Number.POSITIVE_INFINITY, 0],
  );
  const startIndex = log.findLastIndex(({ seq }) => seq < first) + 1;
  const endIndex = log.findLastIndex(({ seq }) => seq <= last) + 1;
  const linesBySeq = new Map([...log.slice(startIndex, endIndex), ...newLines].map(line => [line.seq, line]));
  if (linesBySeq.size === endIndex - startIndex) return log;
  const sortedLines = [...linesBySeq.values()].toSorted((a, b) => a.seq - b.seq);
  const mergedLines = log.slice(0, startIndex).concat(sortedLines, log.slice(endIndex));
  return mergedLines.length > MAX_LOG_LINES ? mergedLines.slice(0, MAX_LOG_LINES) : mergedLines;
};

export const findLastContiguousSeq = (log: readonly { seq: number }[]): number => {
  let seq = 0;
  for (const line of log) {
    if (line.seq !== seq + 1) break;
    seq = line.seq;
  }
  return seq;
};
