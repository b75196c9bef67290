import { createContext, useContext } from 'react';

/** A form on the screen. */
interface UnsavedForm {
  isUnsaved: () => boolean;
  /** Forgets what the browser keeps of it, where it keeps something. */
  giveUp?: () => Promise<void>;
}

/** What would be lost if the page went: forms join, and whoever is about to leave asks. */
export interface Unsaved {
  /** Joins a form, which is asked whenever somebody wants to leave; returns the end of it. */
  join: (form: UnsavedForm) => () => void;
  /** Whether anything would be lost. */
  has: () => boolean;
  /** Lets the page go: the person has decided, and the browser asks no more. What is kept stays kept. */
  letGo: () => void;
  /** The person wants none of it: what is kept is forgotten too. */
  giveUp: () => Promise<void>;
}

/** A registry over the window, whose cross asks too as long as something is unsaved. */
export const createUnsaved = (page: EventTarget): Unsaved => {
  const forms = new Set<UnsavedForm>();
  let isLetGo = false;
  const has = (): boolean => !isLetGo && [...forms].some(({ isUnsaved }) => isUnsaved());
  const warn = (event: Event): void => {
    if (has()) event.preventDefault();
  };
  return {
    join: form => {
      // Only while there is a form: browsers do not keep a page in memory that asks before it goes.
      if (forms.size === 0) page.addEventListener('beforeunload', warn);
      forms.add(form);
      return () => {
        forms.delete(form);
        if (forms.size === 0) page.removeEventListener('beforeunload', warn);
      };
    },
    has,
    letGo: () => {
      isLetGo = true;
    },
    giveUp: async () => {
      await Promise.all([...forms].map(async ({ giveUp }) => giveUp?.()));
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
