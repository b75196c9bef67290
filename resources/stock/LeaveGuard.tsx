import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { type RouterProvider, useEvent, useSplatPathBase } from 'react-admin';
import { useUnsavedForms } from '#providers/forms/unsavedForms.ts';
import { LeaveDialog } from '#ui/LeaveDialog.tsx';
import { useLeaveBlocker } from '../form/useLeaveBlocker.ts';

type IsUnsaved = () => boolean;

const FormsContext = createContext(new Set<IsUnsaved>());

/** An address outside every form, used to test whether a blocker would block at all. */
const OUTSIDE_LOCATION = { pathname: '/', search: '', hash: '' };

export const useUnsavedForm = (isUnsaved: IsUnsaved): void => {
  const forms = use(FormsContext);
  const latest = useEvent(isUnsaved);
  useEffect(() => {
    forms.add(latest);
    return () => void forms.delete(latest);
  }, [forms, latest]);
};

/**
 * Replaces the blocker behind `warnWhenUnsavedChanges`. react-admin's own blocker uses the browser's `confirm` and
 * assumes that a form's address has two segments. Here, `LeaveGuard` asks instead.
 */
export const useFormBlocker: RouterProvider['useBlocker'] = blocks => {
  useUnsavedForm(() => {
    if (typeof blocks === 'boolean') return blocks;
    const currentLocation = { ...OUTSIDE_LOCATION, pathname: window.location.pathname };
    return blocks({ currentLocation, nextLocation: OUTSIDE_LOCATION, historyAction: 'PUSH' });
  });
  return UNBLOCKED;
};

const UNBLOCKED = { state: 'unblocked', reset: undefined, proceed: undefined, location: undefined } as const;

/** The time in ms within which a form that navigates after a save has to reset its dirty state. */
const SETTLE_MS = 50;

/** Warns before leaving a screen with unsaved forms; the tabs of a form count as one screen. */
export const LeaveGuard = ({ children }: { children: ReactNode }) => {
  const unsavedForms = useUnsavedForms();
  const screen = useSplatPathBase();
  const [forms] = useState(() => new Set<IsUnsaved>());
  const [isAsking, setAsking] = useState(false);
  const isUnsaved = useEvent(() => [...forms].some(isFormUnsaved => isFormUnsaved()));
  const { isBlocked, leave, stay } = useLeaveBlocker(
    ({ nextLocation }) => !isBelow(nextLocation.pathname, screen) && isUnsaved(),
  );
  useEffect(() => unsavedForms.register({ isUnsaved }), [unsavedForms, isUnsaved]);
  const askOrLeave = useEvent(() => (isUnsaved() ? setAsking(true) : leave()));
  useEffect(() => {
    if (!isBlocked) return undefined;
    const timer = setTimeout(askOrLeave, SETTLE_MS);
    return () => {
      clearTimeout(timer);
      setAsking(false);
    };
  }, [isBlocked, askOrLeave]);
  return (
    <FormsContext value={forms}>
      {children}
      <LeaveDialog open={isAsking} onLeave={leave} onStay={stay} />
    </FormsContext>
  );
};

const isBelow = (pathname: string, screen: string): boolean => pathname === screen || pathname.startsWith(`${screen}/`);
