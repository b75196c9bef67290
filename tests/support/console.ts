import { format } from 'node:util';
import { HttpError } from 'react-admin';
import { afterEach, beforeEach, expect, vi } from 'vitest';

/** A false alarm: jsdom does not know the element, every browser does. */
const UNKNOWN_TAG = 'The tag <search> is unrecognized in this browser';

/** Fails a test that leaves warnings or errors in the console. @returns reads and clears what was logged so far */
export const useConsole = (): (() => string[]) => {
  const messages: string[] = [];
  const hear = (...words: unknown[]): void => {
    // react-admin logs every failed call in development, expected or not; our reporter logs the ones that matter.
    if (words[0] instanceof HttpError) return;
    const text = format(...words);
    if (!text.startsWith(UNKNOWN_TAG)) messages.push(text);
  };
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(hear);
    vi.spyOn(console, 'warn').mockImplementation(hear);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    expect(messages.splice(0)).toEqual([]);
  });
  return () => messages.splice(0);
};
