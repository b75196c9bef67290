import { format } from 'node:util';
import { HttpError } from 'react-admin';
import { afterEach, beforeEach, expect, vi } from 'vitest';

/** jsdom does not know the element; every browser does. */
const UNKNOWN_TAG = 'The tag <search> is unrecognized in this browser';

/** Fails tests that leave warnings or errors in the console; answers what is there so far and forgets it. */
export const useConsole = (): (() => string[]) => {
  const said: string[] = [];
  const hear = (...words: unknown[]): void => {
    // react-admin logs every failed call in development, whatever becomes of it; ours logs those worth a report.
    if (words[0] instanceof HttpError) return;
    const text = format(...words);
    if (!text.startsWith(UNKNOWN_TAG)) said.push(text);
  };
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(hear);
    vi.spyOn(console, 'warn').mockImplementation(hear);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    expect(said.splice(0)).toEqual([]);
  });
  return () => said.splice(0);
};
