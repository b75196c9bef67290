import { type RefObject, useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import type { Collection } from '#contract/collection.ts';
import type { FormAutosaver } from '#providers/forms/formAutosave.ts';
import { pickChangedFields } from '#providers/forms/formChanges.ts';
import { useUnsavedForms } from '#providers/forms/unsavedForms.ts';
import { LeaveDialog } from '#ui/LeaveDialog.tsx';
import { useLeaveBlocker } from './useLeaveBlocker.ts';

interface LeaveGuardProps {
  staysAt: (pathname: string) => boolean;
  collection: Pick<Collection, 'fields'>;
  baseline: Record<string, unknown>;
  autosaver: FormAutosaver;
  /** Set once the form is saved, so that leaving no longer warns. */
  isReleased?: RefObject<boolean>;
}

export const LeaveGuard = ({ staysAt, collection, baseline, autosaver, isReleased }: LeaveGuardProps) => {
  const unsavedForms = useUnsavedForms();
  const { getValues, formState } = useFormContext();
  const { isSubmitting } = formState;
  const isUnsaved = () =>
    !isReleased?.current && Object.keys(pickChangedFields(collection, getValues(), baseline)).length > 0;
  const blocker = useLeaveBlocker(
    ({ nextLocation }) => !isReleased?.current && !staysAt(nextLocation.pathname) && (isSubmitting || isUnsaved()),
  );
  // Registers again on each render, because `isUnsaved` captures the latest baseline.
  useEffect(() => unsavedForms.register({ isUnsaved, discard: autosaver.discard }));
  const leave = async () => {
    await autosaver.discard();
    blocker.leave();
  };
  return <LeaveDialog open={blocker.isBlocked} onLeave={() => void leave()} onStay={blocker.stay} />;
};
