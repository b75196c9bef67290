import { type RefObject, useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { useBlocker } from 'react-router-dom';
import type { Collection } from '#contract/collection.ts';
import { changedFields } from '#providers/forms/changes.ts';
import type { FormKeeper } from '#providers/forms/formAutosave.ts';
import { useUnsaved } from '#providers/forms/unsaved.ts';
import { LeaveDialog } from '#ui/LeaveDialog.tsx';

interface LeaveGuardProps {
  /** Whether the form is still on the screen at another address. */
  staysAt: (pathname: string) => boolean;
  collection: Pick<Collection, 'fields'>;
  baseline: Record<string, unknown>;
  keeper: FormKeeper;
  /** Set once the form is written: leaving it loses nothing. */
  isReleased?: RefObject<boolean>;
}

/** Asks before a form with unsaved changes is left, by a link, the history or the window's own cross. */
export const LeaveGuard = ({ staysAt, collection, baseline, keeper, isReleased }: LeaveGuardProps) => {
  const unsaved = useUnsaved();
  const { getValues, formState } = useFormContext();
  const { isSubmitting } = formState;
  const isUnsaved = () =>
    !isReleased?.current && Object.keys(changedFields(collection, getValues(), baseline)).length > 0;
  const blocker = useBlocker(
    ({ nextLocation }) => !isReleased?.current && !staysAt(nextLocation.pathname) && (isSubmitting || isUnsaved()),
  );
  // Joined anew with each render: what is unsaved is told from the baseline of the last one.
  useEffect(() => unsaved.join({ isUnsaved, giveUp: keeper.forget }));
  const leave = async () => {
    await keeper.forget();
    blocker.proceed?.();
  };
  return (
    <LeaveDialog open={blocker.state === 'blocked'} onLeave={() => void leave()} onStay={() => blocker.reset?.()} />
  );
};
