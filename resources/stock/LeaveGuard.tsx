import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { type RouterProvider, useEvent, useSplatPathBase } from 'react-admin';
import { useBlocker } from 'react-router-dom';
import { useUnsaved } from '#providers/forms/unsaved.ts';
import { LeaveDialog } from '#ui/LeaveDialog.tsx';

/** Says of a form whether leaving it would lose anything. */
type IsUnsaved = () => boolean;

const FormsContext = createContext(new Set<IsUnsaved>());

/** Any address that no form stands at. */
const ELSEWHERE = { pathname: '/', search: '', hash: '' };

/** Tells the frame of a form on its screen. */
export const useUnsavedForm = (isUnsaved: IsUnsaved): void => {
  const forms = use(FormsContext);
  const latest = useEvent(isUnsaved);
  useEffect(() => {
    forms.add(latest);
    return () => void forms.delete(latest);
  }, [forms, latest]);
};

/**
 * What forms with `warnWhenUnsavedChanges` ask before they are left. react-admin's own way asks by the browser's
 * `confirm`, and takes the first two parts of an address for the form's; here the frame asks.
 */
export const useFormBlocker: RouterProvider['useBlocker'] = blocks => {
  useUnsavedForm(() => {
    if (typeof blocks === 'boolean') return blocks;
    const currentLocation = { ...ELSEWHERE, pathname: window.location.pathname };
    return blocks({ currentLocation, nextLocation: ELSEWHERE, historyAction: 'PUSH' });
  });
  return unblocked;
};

const unblocked = { state: 'unblocked', reset: undefined, proceed: undefined, location: undefined } as const;

/** Milliseconds in which a form that was saved and leads on comes to know that it was saved. */
const SETTLING = 50;

/** Asks before a screen is left whose forms hold something unsaved, tabs of a form being the same screen. */
export const LeaveGuard = ({ children }: { children: ReactNode }) => {
  const unsaved = useUnsaved();
  const screen = useSplatPathBase();
  const [forms] = useState(() => new Set<IsUnsaved>());
  const [isAsking, ask] = useState(false);
  const isUnsaved = useEvent(() => [...forms].some(isFormUnsaved => isFormUnsaved()));
  const blocker = useBlocker(({ nextLocation }) => !isBelow(nextLocation.pathname, screen) && isUnsaved());
  useEffect(() => unsaved.join({ isUnsaved }), [unsaved, isUnsaved]);
  useEffect(() => {
    if (blocker.state !== 'blocked') return undefined;
    const settle = () => (isUnsaved() ? ask(true) : blocker.proceed());
    const timer = setTimeout(settle, SETTLING);
    return () => clearTimeout(timer);
  }, [blocker, isUnsaved]);
  const answer = (act: (() => void) | undefined) => () => {
    ask(false);
    act?.();
  };
  return (
    <FormsContext value={forms}>
      {children}
      <LeaveDialog open={isAsking} onLeave={answer(blocker.proceed)} onStay={answer(blocker.reset)} />
    </FormsContext>
  );
};

const isBelow = (pathname: string, screen: string): boolean => pathname === screen || pathname.startsWith(`${screen}/`);
