import { createContext, useContext, useEffect, useRef } from 'react';

/** How the page on the screen was come to. */
export interface Arrival {
  /** Whether its heading may take the focus; true once for each change of the page. */
  take: () => boolean;
  /** The path that was left for it; null with the first page of a visit. */
  from: () => string | null;
}

export const ArrivalContext = createContext<Arrival>({ take: () => false, from: () => null });

/** The heading of a page. Whoever comes to the page finds the focus there, and so hears where they are. */
export const Heading = ({ children: title }: { children: string }) => {
  const { take } = useContext(ArrivalContext);
  const heading = useRef<HTMLHeadingElement>(null);
  // A page may stay and change what it shows: then its title changes.
  useEffect(() => {
    if (!heading.current || !take()) return;
    heading.current.focus({ preventScroll: true });
    heading.current.closest('main')?.scrollTo({ top: 0 });
  }, [title, take]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {title}
    </h1>
  );
};
