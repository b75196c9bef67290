import { act } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';
import { SILENT_AFTER_MS } from '#providers/jobs/runPace.ts';

/** Watches runs that the page waits for. @returns lets the minute pass after which the last one counts as silent */
export const silence = (): (() => void) => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => timers.mockRestore());
  return () => {
    const [pass] = timers.mock.calls.findLast(([, ms]) => ms === SILENT_AFTER_MS) ?? [];
    act(() => pass?.());
  };
};
