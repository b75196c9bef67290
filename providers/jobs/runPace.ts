import { useEffect, useState } from 'react';
import { isActive, type RunState } from './runState.ts';

export interface Sample {
  at: number;
  progress: number;
  rows: number;
}

/** Limit in ms, because older samples say nothing about the current rate. */
const WINDOW_MS = 30_000;
const SAMPLE_INTERVAL_MS = 500;
const MIN_MEASURED = { time: 3000, progress: 2 };

export const addSample = (samples: readonly Sample[], sample: Sample): readonly Sample[] => {
  const last = samples.at(-1);
  if (last && (sample.progress < last.progress || sample.rows < last.rows)) return [sample];
  const enough = samples.findLastIndex(({ progress }) => sample.progress - progress >= MIN_MEASURED.progress);
  const recent = samples.filter(({ at }, index) => sample.at - at <= WINDOW_MS || index >= enough);
  const before = recent.at(-2);
  const isClose = before !== undefined && sample.at - before.at < SAMPLE_INTERVAL_MS;
  return [...(isClose ? recent.slice(0, -1) : recent), sample];
};

/**
 * An assumed earlier sample for a run that is first seen after `elapsed` ms, as if its rate had been constant. It spans
 * half the window, so that real measurements soon outweigh it.
 */
export const estimateEarlierSample = ({ at, progress, rows }: Sample, elapsed: number): Sample => {
  const back = Math.min(elapsed, WINDOW_MS / 2);
  const part = elapsed > 0 ? 1 - back / elapsed : 1;
  return { at: at - back, progress: progress * part, rows: rows * part };
};

/** The rate of a run, and its remaining time in seconds; each is null until there is enough data. */
export const measurePace = (
  samples: readonly Sample[],
): { rowsPerSecond: number | null; secondsLeft: number | null } => {
  const [first, last] = [samples[0], samples.at(-1)];
  const time = first && last ? last.at - first.at : 0;
  if (!first || !last || time < MIN_MEASURED.time) return { rowsPerSecond: null, secondsLeft: null };
  const [rows, progress] = [last.rows - first.rows, last.progress - first.progress];
  return {
    rowsPerSecond: rows > 0 ? (rows / time) * 1000 : null,
    secondsLeft: progress >= MIN_MEASURED.progress ? ((100 - last.progress) / progress) * (time / 1000) : null,
  };
};

/** Time without updates after which a run is shown as silent, in ms. */
export const SILENT_AFTER_MS = 60_000;

/**
 * Whether a run has made no progress for a minute. `news` contains everything that changes with progress, because a
 * stuck server keeps sending the same event twice a second.
 */
export const useIsSilent = (isRunning: boolean, ...news: unknown[]): boolean => {
  const known = JSON.stringify(news);
  const [silentAt, setSilentAt] = useState<string | null>(null);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(() => setSilentAt(known), SILENT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isRunning, known]);
  return isRunning && silentAt === known;
};

export const useRunSilence = (run: RunState, ...more: unknown[]): boolean =>
  useIsSilent(isActive(run), run.runId, run.status, run.progress, run.counts, run.log.length, ...more);
