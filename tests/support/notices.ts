import { waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, vi } from 'vitest';

interface Notices {
  /** The notices that pass over the screen; those that stand in the page are part of it. */
  shown: () => (string | null)[];
  /** Closes what is there and lets so much time go by that the same may be said again. */
  forget: (user: UserEvent) => Promise<void>;
}

/** The notices of a screen, under a clock of their own. */
export const useNotices = (): Notices => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());
  const shown = () =>
    [...document.querySelectorAll('[data-notice][data-floating]')].map(({ textContent }) => textContent);
  return {
    shown,
    forget: async user => {
      for (const button of document.querySelectorAll('[data-notice][data-floating] button')) await user.click(button);
      await waitFor(() => expect(shown()).toEqual([]));
      vi.setSystemTime(Date.now() + 5000);
    },
  };
};
