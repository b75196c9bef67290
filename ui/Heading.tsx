import { createContext, type RefObject, useContext, useEffect, useRef, useState } from 'react';

export interface NavigationFocus {
  /**
   * Whether the heading may take the focus. Returns true once per navigation, so that a re-render does not steal the
   * focus.
   */
  claim: () => boolean;
  previousPath: () => string | null;
}

export const NavigationFocusContext = createContext<NavigationFocus>({ claim: () => false, previousPath: () => null });

/** Takes focus after a navigation, so that screen readers announce the new page. */
export const Heading = ({ children: title }: { children: string }) => (
  <h1 ref={useFocusOnNavigation(title)} tabIndex={-1}>
    {title}
  </h1>
);

interface SlotHeadingProps {
  id: string;
  /** The accessible name until there is a title. */
  loadingLabel: string;
  onTitleChange: (title: string) => void;
}

/** A heading filled by other code: react-admin's screens render their title into the element with this id. */
export const SlotHeading = ({ id, loadingLabel, onTitleChange }: SlotHeadingProps) => {
  const [title, setTitle] = useState('');
  const heading = useFocusOnNavigation(title);
  useEffect(() => {
    if (!heading.current) return undefined;
    const { current } = heading;
    const observer = new MutationObserver(() => setTitle(current.textContent?.trim() ?? ''));
    observer.observe(current, { subtree: true, childList: true, characterData: true });
    return () => observer.disconnect();
  }, [heading]);
  useEffect(() => {
    if (title) onTitleChange(title);
  }, [title, onTitleChange]);
  return <h1 ref={heading} id={id} tabIndex={-1} aria-label={title ? undefined : loadingLabel} />;
};

/** Depends on the title too, because a page may stay mounted and switch to another record. */
const useFocusOnNavigation = (title: string): RefObject<HTMLHeadingElement | null> => {
  const { claim } = useContext(NavigationFocusContext);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!title || !heading.current || !claim()) return;
    heading.current.focus({ preventScroll: true });
    heading.current.closest('main')?.scrollTo({ top: 0 });
  }, [title, claim]);
  return heading;
};
