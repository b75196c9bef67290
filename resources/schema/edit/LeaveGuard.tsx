import { type RefObject, useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { useBlocker } from 'react-router-dom';
import type { Collection } from '#contract/collection.ts';
import { changedFields } from '#providers/changes.ts';
import { useUnsaved } from '#providers/unsaved.ts';
import { LeaveDialog } from '../ui/LeaveDialog.tsx';

interface LeaveGuardProps {
  /** Moving below this path is not leaving; ends with a slash, so that record 1 is not taken for record 12. */
  within: string;
  collection: Pick<Collection, 'fields'>;
  baseline: Record<string, unknown>;
  /** Set once the form is written: leaving it loses nothing. */
  isReleased?: RefObject<boolean>;
}

/** Asks before a form with unsaved changes is left, by a link, the history or the window's own cross. */
export const LeaveGuard = ({ within, collection, baseline, isReleased }: LeaveGuardProps) => {
  const unsaved = useUnsaved();
  const { getValues, formState } = useFormContext();
  const { isSubmitting } = formState;
  const isUnsaved = () => Object.keys(changedFields(collection, getValues(), baseline)).length > 0;
  const blocker = useBlocker(
    ({ nextLocation }) =>
      !isReleased?.current && !`${nextLocation.pathname}/`.startsWith(within) && (isSubmitting || isUnsaved()),
  );
  // Joined anew with each render: what is unsaved is told from the baseline of the last one.
  useEffect(() => unsaved.join(isUnsaved));
  return (
    <LeaveDialog
      open={blocker.state === 'blocked'}
      onLeave={() => blocker.proceed?.()}
      onStay={() => blocker.reset?.()}
    />
  );
};
