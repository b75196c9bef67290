import { useEffect, useState } from 'react';
import { isActive, type RunState } from './runState.ts';

/** The progress of a run at a moment (ms), 0 to 100, and the rows that it had read. */
export interface Sample {
  at: number;
  progress: number;
  rows: number;
}

/** Older samples than this (ms) do not describe the present pace. */
const WINDOW = 30_000;
/** Samples are kept this far apart, in ms. */
const APART = 500;
/** What an estimate needs at least: ms, and percent of progress. */
const EVIDENCE = { time: 3000, progress: 2 };

/** The samples of the last half minute, or as far back as an estimate needs, with one more; those of another run go. */
export const withSample = (samples: readonly Sample[], sample: Sample): readonly Sample[] => {
  const last = samples.at(-1);
  if (last && (sample.progress < last.progress || sample.rows < last.rows)) return [sample];
  const enough = samples.findLastIndex(({ progress }) => sample.progress - progress >= EVIDENCE.progress);
  const recent = samples.filter(({ at }, index) => sample.at - at <= WINDOW || index >= enough);
  const before = recent.at(-2);
  const isClose = before !== undefined && sample.at - before.at < APART;
  return [...(isClose ? recent.slice(0, -1) : recent), sample];
};

/**
 * An earlier sample of a run that is first seen when it has been going on for `elapsed` ms, as if its pace had been even.
 * It covers half of the window, so that the pace measured here soon outweighs it.
 */
export const sampleBefore = ({ at, progress, rows }: Sample, elapsed: number): Sample => {
  const back = Math.min(elapsed, WINDOW / 2);
  const part = elapsed > 0 ? 1 - back / elapsed : 1;
  return { at: at - back, progress: progress * part, rows: rows * part };
};

/** The rate of a run and its remaining time, in seconds; each null while there is too little to go by. */
export const paceOf = (samples: readonly Sample[]): { rowsPerSecond: number | null; secondsLeft: number | null } => {
  const [first, last] = [samples[0], samples.at(-1)];
  const time = first && last ? last.at - first.at : 0;
  if (!first || !last || time < EVIDENCE.time) return { rowsPerSecond: null, secondsLeft: null };
  const [rows, progress] = [last.rows - first.rows, last.progress - first.progress];
  return {
    rowsPerSecond: rows > 0 ? (rows / time) * 1000 : null,
    secondsLeft: progress >= EVIDENCE.progress ? ((100 - last.progress) / progress) * (time / 1000) : null,
  };
};

/** A run without news for this long (ms) is shown as silent. */
export const SILENT_AFTER = 60_000;

/**
 * Whether a run has been without news for a minute. `news` is everything that changes as it goes on: a server that is stuck
 * keeps sending the same twice a second.
 */
export const useSilence = (isRunning: boolean, ...news: unknown[]): boolean => {
  const known = JSON.stringify(news);
  const [silentAt, setSilentAt] = useState<string | null>(null);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(() => setSilentAt(known), SILENT_AFTER);
    return () => clearTimeout(timer);
  }, [isRunning, known]);
  return isRunning && silentAt === known;
};

/** Whether a run is silent; `more` is what changes in this kind of run besides what all kinds have. */
export const useRunSilence = (run: RunState, ...more: unknown[]): boolean =>
  useSilence(isActive(run), run.runId, run.status, run.progress, run.counts, run.log.length, ...more);
