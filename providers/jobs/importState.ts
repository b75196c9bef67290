import type { z } from 'zod';
import type { EventName, EventPayload } from '#contract/events.ts';
import type { ImportCounts, ImportRun, ImportStatus, LogItem, RunningImport } from '#contract/importing.ts';

/** What is known of the import (§3: log, status, progress that is 0 when unset). */
export interface ImportState {
  status: ImportStatus;
  /** 0 to 100; never falls within a run. */
  progress: number;
  /** Ordered by `seq`, no line twice. */
  log: readonly LogItem[];
  runId: number | null;
  fileName: string | null;
  counts: ImportCounts | null;
  /** For how long the run had been going on when the server was last asked, in ms; null before. */
  elapsed: number | null;
}

export const idleImport: ImportState = {
  status: 'available',
  progress: 0,
  log: [],
  runId: null,
  fileName: null,
  counts: null,
  elapsed: null,
};

export type ImportEvent = Extract<EventName, `IMPORT_${string}`>;
type Told = EventPayload<ImportEvent>;

const ended: ReadonlySet<ImportStatus> = new Set<ImportStatus>(['finished', 'canceled', 'failed']);

/** §4: in progress only while processing. */
export const isImportInProgress = ({ status }: ImportState): boolean => status === 'processing';

/** How far a run has come with a status. */
const stageOf = (status: ImportStatus): number => (ended.has(status) ? 2 : status === 'post_processing' ? 1 : 0);

/** Whether the run has come to its end, which later events do not change. */
export const isImportEnded = ({ status }: ImportState): boolean => ended.has(status);

/**
 * §4: what an event makes of the state. Events may come twice, late or with gaps: one of an older run
 * changes nothing, progress never falls, a log line is kept once, and the end of a run holds.
 */
export const afterEvent = (state: ImportState, event: ImportEvent, told: Told): ImportState => {
  if (state.runId !== null && told.run_id < state.runId) return state;
  const run: ImportState =
    state.runId === told.run_id ? state : { ...idleImport, status: 'processing', runId: told.run_id };
  if (event === 'IMPORT_UPDATE' && 'stepItems' in told) {
    const log = mergeLog(run.log, told.stepItems);
    if (isImportEnded(run)) return { ...run, log };
    const progress = Math.max(run.progress, told.progress);
    // Counts only grow, so those that come with less progress than is known are late.
    const counts = told.progress >= run.progress ? (told.counts ?? run.counts) : run.counts;
    return { ...run, log, progress, counts };
  }
  if (isImportEnded(run)) return run;
  switch (event) {
    case 'IMPORT_POST':
      return { ...run, status: 'post_processing', progress: 100 };
    case 'IMPORT_READY':
      return { ...run, status: 'finished', progress: 100 };
    case 'IMPORT_INTERUPT':
    case 'IMPORT_ERROR':
      return { ...run, status: 'canceled' };
    default:
      return run;
  }
};

/** §4: a check that succeeds sets processing; the run may say that it is past that. */
export const afterCheck = (state: ImportState, run: z.output<typeof RunningImport>): ImportState => {
  if (state.runId !== null && run.id < state.runId) return state;
  const { elapsed = null } = run;
  return { ...afterRun(state, run), elapsed, log: mergeLog(state.runId === run.id ? state.log : [], run.log) };
};

/** The state of a run as the server keeps it, its log left as it is. */
export const afterRun = (state: ImportState, run: ImportRun): ImportState => {
  const isSame = state.runId === run.id;
  // The answer may be older than what the socket told meanwhile: a run goes on, never back.
  const isLate = isSame && stageOf(state.status) > stageOf(run.status);
  return {
    status: isLate ? state.status : run.status,
    progress: isSame ? Math.max(state.progress, run.progress) : run.progress,
    log: isSame ? state.log : [],
    runId: run.id,
    fileName: run.file_name,
    counts: isSame && run.progress < state.progress ? (state.counts ?? run.counts) : run.counts,
    elapsed: isSame ? state.elapsed : null,
  };
};

/** Log lines asked for in one call: as many as a page takes in without a pause that is felt. */
export const LOG_PAGE = 2000;

/** Adds log lines where they belong by `seq`; of the log only what stands among them is looked at. */
export const mergeLog = <Item extends { seq: number }>(
  log: readonly Item[],
  added: readonly Item[],
): readonly Item[] => {
  if (added.length === 0) return log;
  const numbers = added.map(({ seq }) => seq);
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  const from = log.findLastIndex(({ seq }) => seq < first) + 1;
  const to = log.findLastIndex(({ seq }) => seq <= last) + 1;
  const among = new Map([...log.slice(from, to), ...added].map(item => [item.seq, item]));
  const inOrder = [...among.values()].toSorted((a, b) => a.seq - b.seq);
  return log.slice(0, from).concat(inOrder, log.slice(to));
};

/** The greatest `seq` up to which no line is missing. */
export const contiguous = (log: readonly { seq: number }[]): number => {
  let seq = 0;
  for (const item of log) {
    if (item.seq !== seq + 1) break;
    seq = item.seq;
  }
  return seq;
};
