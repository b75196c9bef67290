import { act, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  addSample,
  estimateEarlierSample,
  measurePace,
  type Sample,
  SILENT_AFTER_MS,
  useIsSilent,
} from '#providers/jobs/runPace.ts';
import { setTitleProgress, setWindowTitle } from '#ui/windowTitle.ts';

const after = (...told: [at: number, progress: number, rows: number][]): readonly Sample[] =>
  told.reduce<readonly Sample[]>(
    (samples, [at, progress, rows]) => addSample(samples, { timestamp: at, progress, rows }),
    [],
  );

afterEach(() => vi.useRealTimers());

describe('§2 How a run goes', () => {
  it('[B10] neither its speed nor its end is shown before enough has been measured', () => {
    const nothing = { rowsPerSecond: null, secondsLeft: null };
    expect(measurePace([])).toEqual(nothing);
    expect(measurePace(after([0, 0, 0]))).toEqual(nothing);
    expect(measurePace(after([0, 0, 0], [2900, 40, 4000]))).toEqual(nothing);
    expect(measurePace(after([0, 40, 4000], [60_000, 40, 4000]))).toEqual(nothing);
    expect(measurePace(after([0, 40, 4000], [10_000, 41, 4100]))).toEqual({ rowsPerSecond: 10, secondsLeft: null });
  });

  it('[B10] speed and time left are those of the last half minute, and a new run begins anew', () => {
    expect(measurePace(after([0, 0, 0], [5000, 10, 1000]))).toEqual({ rowsPerSecond: 200, secondsLeft: 45 });
    const slower = after([0, 0, 0], [5000, 60, 6000], [35_000, 61, 6100], [40_000, 64, 6400]);
    expect(measurePace(slower)).toEqual({ rowsPerSecond: 60, secondsLeft: 60 });
    expect(after([0, 90, 9000], [1000, 0, 0])).toEqual([{ timestamp: 1000, progress: 0, rows: 0 }]);
    const many = Array.from({ length: 1000 }, (_, at): [number, number, number] => [at * 100, at / 10, at]);
    expect(after(...many).length).toBeLessThan(80);
  });

  it('[B10] a run that needs longer for the evidence has its speed and time left of as long a while', () => {
    // A hundredth in 20 s, told twice a second.
    const told = Array.from({ length: 200 }, (_, at): [number, number, number] => [at * 500, at / 40, at * 10]);
    const { rowsPerSecond, secondsLeft } = measurePace(after(...told));
    expect(rowsPerSecond).toBeCloseTo(20);
    expect(secondsLeft).toBeCloseTo((100 - 199 / 40) * 20);
    expect(after(...told).length).toBeLessThan(90);
  });

  it('[B10] a run that is met in its midst is as fast as it was so far, until it was watched for half a minute', () => {
    const met: Sample = { timestamp: 100_000, progress: 40, rows: 4000 };
    const since = (elapsed: number) => addSample([estimateEarlierSample(met, elapsed)], met);
    expect(measurePace(since(20_000))).toEqual({ rowsPerSecond: 200, secondsLeft: 30 });
    expect(measurePace(since(200_000))).toEqual({ rowsPerSecond: 20, secondsLeft: 300 });
    const next = addSample(since(200_000), { ...met, timestamp: 100_600 });
    expect(measurePace(next).rowsPerSecond).toBeCloseTo(19.2, 1);
    expect(measurePace(since(0))).toEqual({ rowsPerSecond: null, secondsLeft: null });
    const watched = addSample(since(200_000), { timestamp: 131_000, progress: 70, rows: 7100 });
    expect(measurePace(addSample(watched, { timestamp: 141_000, progress: 80, rows: 8100 })).rowsPerSecond).toBe(100);
  });

  it('[B11] a run without news for a minute is shown as silent, until there is some', () => {
    vi.useFakeTimers();
    const { result, rerender } = renderHook(({ isRunning, log }) => useIsSilent(isRunning, 7, { log }), {
      initialProps: { isRunning: true, log: 1 },
    });
    act(() => void vi.advanceTimersByTime(SILENT_AFTER_MS - 1));
    rerender({ isRunning: true, log: 1 });
    expect(result.current).toBe(false);
    act(() => void vi.advanceTimersByTime(1));
    expect(result.current).toBe(true);
    rerender({ isRunning: true, log: 2 });
    expect(result.current).toBe(false);
    act(() => void vi.advanceTimersByTime(SILENT_AFTER_MS));
    expect(result.current).toBe(true);
    rerender({ isRunning: false, log: 2 });
    expect(result.current).toBe(false);
  });

  it('[B12] the title of the window shows the progress of the run, after the name of the product', () => {
    setWindowTitle('Витрина', 'Импорт');
    setTitleProgress('45 %');
    expect(document.title).toBe('Витрина — 45 % · Импорт');
    setWindowTitle('Витрина', 'Товары');
    expect(document.title).toBe('Витрина — 45 % · Товары');
    setTitleProgress(null);
    expect(document.title).toBe('Витрина — Товары');
  });
});
