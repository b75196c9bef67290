import { type ReactNode, useState } from 'react';
import { useUnsavedForms } from '#providers/forms/unsavedForms.ts';
import { LeaveDialog } from './LeaveDialog.tsx';

/**
 * Sign-out, switching accounts and reloading bypass the router and its guard, so they use this hook. It continues at
 * once if nothing is unsaved, and otherwise after a confirmation. The caller renders the returned dialog.
 */
export const useConfirmLeave = (): [ask: (leave: () => void) => void, dialog: ReactNode] => {
  const unsavedForms = useUnsavedForms();
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const requestLeave = (action: () => void): void => {
    if (unsavedForms.hasUnsaved()) setLeave(() => action);
    else action();
  };
  const stay = (): void => setLeave(null);
  const confirmLeave = (): void => {
    stay();
    leave?.();
  };
  return [requestLeave, leave && <LeaveDialog key="leave" open onLeave={confirmLeave} onStay={stay} />];
};
