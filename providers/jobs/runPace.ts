import { useEffect, useState } from 'react';

/** How far a run was at a moment (ms): its progress, 0 to 100, and the rows that it had read. */
export interface Sample {
  at: number;
  progress: number;
  rows: number;
}

/** Older than this says little of how it goes now; in ms. */
const WINDOW = 30_000;
/** Samples are kept this far apart, in ms. */
const APART = 500;
/** Before there is so much to go by nothing is said: ms, and parts of a hundred. */
const EVIDENCE = { time: 3000, progress: 2 };

/** The samples of the last while, or as far back as there is evidence, with one more; those of another run go. */
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
 * Where a run that was met in its midst stood before, as if it had gone on evenly since it began, `elapsed` ms ago. It
 * counts for half of the last while: by then the run was watched for as long.
 */
export const sampleBefore = ({ at, progress, rows }: Sample, elapsed: number): Sample => {
  const back = Math.min(elapsed, WINDOW / 2);
  const part = elapsed > 0 ? 1 - back / elapsed : 1;
  return { at: at - back, progress: progress * part, rows: rows * part };
};

/** How fast a run is and how long it still takes, in seconds; each null before there is evidence of it. */
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

/** A run of which nothing new came for so long (ms) is said to be silent. */
export const SILENT_AFTER = 60_000;

/**
 * Whether nothing new came for a minute of what runs: `news` is what tells how far it is. A server that is stuck goes on
 * to tell the same twice a second.
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
