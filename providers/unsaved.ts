import { createContext, useContext } from 'react';

/** What would be lost if the page went: forms join, and whoever is about to leave asks. */
export interface Unsaved {
  /** Joins a form, which is asked whenever somebody wants to leave; returns the end of it. */
  join: (isUnsaved: () => boolean) => () => void;
  /** Whether anything would be lost. */
  has: () => boolean;
  /** Gives up what there is: the person has decided, and the browser asks no more. */
  letGo: () => void;
}

/** A registry over the window, whose cross asks too as long as something is unsaved. */
export const createUnsaved = (page: EventTarget): Unsaved => {
  const forms = new Set<() => boolean>();
  let isGivenUp = false;
  const has = (): boolean => !isGivenUp && [...forms].some(isUnsaved => isUnsaved());
  const warn = (event: Event): void => {
    if (has()) event.preventDefault();
  };
  return {
    join: isUnsaved => {
      // Only while there is a form: browsers do not keep a page in memory that asks before it goes.
      if (forms.size === 0) page.addEventListener('beforeunload', warn);
      forms.add(isUnsaved);
      return () => {
        forms.delete(isUnsaved);
        if (forms.size === 0) page.removeEventListener('beforeunload', warn);
      };
    },
    has,
    letGo: () => {
      isGivenUp = true;
    },
  };
};

export const UnsavedContext = createContext<Unsaved | null>(null);

/** What is unsaved in the application. @throws outside `<UnsavedContext>` */
export const useUnsaved = (): Unsaved => {
  const unsaved = useContext(UnsavedContext);
  if (!unsaved) throw new Error('useUnsaved must be called below <UnsavedContext>');
  return unsaved;
};
