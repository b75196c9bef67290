import { createContext, type RefObject, useContext, useEffect, useRef, useState } from 'react';

/** How the page on the screen was come to. */
export interface Arrival {
  /** Whether its heading may take the focus; true once for each change of the page. */
  take: () => boolean;
  /** The path that was left for it; null with the first page of a visit. */
  from: () => string | null;
}

export const ArrivalContext = createContext<Arrival>({ take: () => false, from: () => null });

/** The heading of a page. Whoever comes to the page finds the focus there, and so hears where they are. */
export const Heading = ({ children: title }: { children: string }) => (
  <h1 ref={useFocusOn(title)} tabIndex={-1}>
    {title}
  </h1>
);

/** A heading that others put the title into, as react-admin's screens do by its id; `onTitle` hears of each. */
export const FilledHeading = ({ id, onTitle }: { id: string; onTitle: (title: string) => void }) => {
  const [title, setTitle] = useState('');
  const heading = useFocusOn(title);
  useEffect(() => {
    if (!heading.current) return undefined;
    const { current } = heading;
    const observer = new MutationObserver(() => setTitle(current.textContent?.trim() ?? ''));
    observer.observe(current, { subtree: true, childList: true, characterData: true });
    return () => observer.disconnect();
  }, [heading]);
  useEffect(() => {
    if (title) onTitle(title);
  }, [title, onTitle]);
  return <h1 ref={heading} id={id} tabIndex={-1} />;
};

/** A page may stay and change what it shows: then its title changes, and its heading takes the focus again. */
const useFocusOn = (title: string): RefObject<HTMLHeadingElement | null> => {
  const { take } = useContext(ArrivalContext);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!title || !heading.current || !take()) return;
    heading.current.focus({ preventScroll: true });
    heading.current.closest('main')?.scrollTo({ top: 0 });
  }, [title, take]);
  return heading;
};
