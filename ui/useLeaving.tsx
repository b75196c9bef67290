import { type ReactNode, useState } from 'react';
import { useUnsaved } from '#providers/forms/unsaved.ts';
import { LeaveDialog } from './LeaveDialog.tsx';

/**
 * For what leaves the page without the router (sign-out, another account, a reload): runs it at once when nothing is
 * unsaved, else after the question, whose dialog is to be drawn.
 */
export const useLeaving = (): [ask: (leave: () => void) => void, dialog: ReactNode] => {
  const unsaved = useUnsaved();
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const ask = (wanted: () => void): void => {
    if (unsaved.has()) setLeave(() => wanted);
    else wanted();
  };
  const stay = (): void => setLeave(null);
  const go = (): void => {
    stay();
    leave?.();
  };
  return [ask, leave && <LeaveDialog key="leave" open onLeave={go} onStay={stay} />];
};
