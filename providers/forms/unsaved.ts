import { useService } from '../ServicesContext.ts';

/** A form on the screen. */
interface UnsavedForm {
  isUnsaved: () => boolean;
  /** Removes what the browser keeps of it, if anything. */
  giveUp?: () => Promise<void>;
}

/** What would be lost if the page went away: forms register, and code that is about to leave asks. */
export interface Unsaved {
  /** Registers a form, which is asked whenever somebody wants to leave; returns the removal. */
  join: (form: UnsavedForm) => () => void;
  /** Whether anything would be lost. */
  has: () => boolean;
  /** Lets the page go: the person has decided, so the browser asks no more. What is stored stays. */
  letGo: () => void;
  /** The person discards everything, including what is stored. */
  giveUp: () => Promise<void>;
}

/** A registry; while something is unsaved, closing the window asks too. */
export const createUnsaved = (page: EventTarget): Unsaved => {
  const forms = new Set<UnsavedForm>();
  let isLetGo = false;
  const has = (): boolean => !isLetGo && [...forms].some(({ isUnsaved }) => isUnsaved());
  const warn = (event: Event): void => {
    if (has()) event.preventDefault();
  };
  return {
    join: form => {
      // Only while there is a form: browsers keep no page with this listener in their back/forward cache.
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
      // react-admin's forms ask by themselves.
      const silence = (event: Event): void => event.stopImmediatePropagation();
      page.addEventListener('beforeunload', silence, { capture: true, once: true });
    },
    giveUp: async () => {
      await Promise.all([...forms].map(async ({ giveUp }) => giveUp?.()));
    },
  };
};

/** The registry of unsaved forms. */
export const useUnsaved = (): Unsaved => useService('unsaved');
