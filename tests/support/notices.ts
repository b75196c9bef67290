import { waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, vi } from 'vitest';

interface Notices {
  /** Notices over the page; those inside the page belong to it. */
  shown: () => (string | null)[];
  /** Closes the open notices and moves the clock far enough for the same text to be shown again. */
  forget: (user: UserEvent) => Promise<void>;
}

/** The notices of a screen. The clock is fake because the same text is only shown again after some seconds. */
export const useNotices = (): Notices => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());
  const shown = () =>
    [...document.querySelectorAll('[data-notice][data-floating] > div')].map(({ textContent }) => textContent);
  return {
    shown,
    forget: async user => {
      for (const button of document.querySelectorAll('[data-notice][data-floating] button[aria-label]'))
        await user.click(button);
      await waitFor(() => expect(shown()).toEqual([]));
      vi.setSystemTime(Date.now() + 5000);
    },
  };
};
