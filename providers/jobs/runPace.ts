import { useEffect, useState } from 'react';
import { isActive, type RunState } from './runState.ts';

export interface Sample {
  timestamp: number;
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
  const sufficientIndex = samples.findLastIndex(({ progress }) => sample.progress - progress >= MIN_MEASURED.progress);
  const recentSamples = samples.filter(
    ({ timestamp }, index) => sample.timestamp - timestamp <= WINDOW_MS || index >= sufficientIndex,
  );
  const before = recentSamples.at(-2);
  const isClose = before !== undefined && sample.timestamp - before.timestamp < SAMPLE_INTERVAL_MS;
  return [...(isClose ? recentSamples.slice(0, -1) : recentSamples), sample];
};

/**
 * An assumed earlier sample for a run that is first seen after `elapsed` ms, as if its rate had been constant. The
 * sample covers half the window, so that real measurements soon outweigh it.
 */
export const estimateEarlierSample = ({ timestamp, progress, rows }: Sample, elapsed: number): Sample => {
  const lookback = Math.min(elapsed, WINDOW_MS / 2);
  const startFraction = elapsed > 0 ? 1 - lookback / elapsed : 1;
  return { timestamp: timestamp - lookback, progress: progress * startFraction, rows: rows * startFraction };
};

/** The rate of a run, and its remaining time in seconds; each is null until there is enough data. */
export const measurePace = (
  samples: readonly Sample[],
): { rowsPerSecond: number | null; secondsLeft: number | null } => {
  const [first, last] = [samples[0], samples.at(-1)];
  const time = first && last ? last.timestamp - first.timestamp : 0;
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
export const useIsSilent = (isRunning: boolean, ...signals: unknown[]): boolean => {
  const serializedSignals = JSON.stringify(signals);
  const [silentAt, setSilentAt] = useState<string | null>(null);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(() => setSilentAt(serializedSignals), SILENT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isRunning, serializedSignals]);
  return isRunning && silentAt === serializedSignals;
};

export const useRunSilence = (run: RunState, ...extraSignals: unknown[]): boolean =>
  useIsSilent(isActive(run), run.runId, run.status, run.progress, run.counts, run.log.length, ...extraSignals);
