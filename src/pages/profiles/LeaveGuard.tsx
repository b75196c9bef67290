import { useEffect } from 'react';
import { useUnsavedForms } from '#providers/forms/unsavedForms.ts';
import { useLeaveBlocker } from '#resources/form/useLeaveBlocker.ts';
import { LeaveDialog } from '#ui/LeaveDialog.tsx';
import type { VersionedDraft } from './useVersionedDraft.ts';

/**
 * Asks users before they leave unsaved changes. The edited profile is a query parameter of the page, so a navigation to
 * any other address leaves the changes.
 */
export const LeaveGuard = ({ draft: { isChanged, autosaver } }: { draft: VersionedDraft }) => {
  const unsavedForms = useUnsavedForms();
  useEffect(() => unsavedForms.register({ isUnsaved: () => isChanged, discard: autosaver.discard }));
  const blocker = useLeaveBlocker(
    ({ currentLocation: now, nextLocation: next }) =>
      (next.pathname !== now.pathname || next.search !== now.search) && unsavedForms.hasUnsavedOnScreen(),
  );
  const leave = async () => {
    await unsavedForms.discard();
    blocker.leave();
  };
  return <LeaveDialog open={blocker.isBlocked} onLeave={() => void leave()} onStay={blocker.stay} />;
};
