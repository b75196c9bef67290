import { useService } from '../ServicesContext.ts';

interface UnsavedForm {
  isUnsaved: () => boolean;
  /** Lost only with the document, like an upload, so that moving to another screen needs no question. */
  outlivesScreen?: true;
  discard?: () => Promise<void>;
}

export interface UnsavedForms {
  register: (form: UnsavedForm) => () => void;
  hasUnsaved: () => boolean;
  /** Whether moving to another screen loses something. */
  hasUnsavedOnScreen: () => boolean;
  /** Disables the browser's warning, because the user has already confirmed. Autosaved entries stay. */
  allowUnload: () => void;
  discard: () => Promise<void>;
}

export const createUnsavedForms = (page: EventTarget): UnsavedForms => {
  const forms = new Set<UnsavedForm>();
  let isUnloadAllowed = false;
  const listUnsaved = () => (isUnloadAllowed ? [] : [...forms].filter(({ isUnsaved }) => isUnsaved()));
  const hasUnsaved = (): boolean => listUnsaved().length > 0;
  const warnBeforeUnload = (event: Event): void => {
    if (hasUnsaved()) event.preventDefault();
  };
  return {
    register: form => {
      // The listener is present only while a form is registered, because a page with a `beforeunload` listener is
      // excluded from the back/forward cache.
      if (forms.size === 0) page.addEventListener('beforeunload', warnBeforeUnload);
      forms.add(form);
      return () => {
        forms.delete(form);
        if (forms.size === 0) page.removeEventListener('beforeunload', warnBeforeUnload);
      };
    },
    hasUnsaved,
    hasUnsavedOnScreen: () => listUnsaved().some(({ outlivesScreen }) => !outlivesScreen),
    allowUnload: () => {
      isUnloadAllowed = true;
      // Captures the event before react-admin's own forms, which listen to it too.
      const silence = (event: Event): void => event.stopImmediatePropagation();
      page.addEventListener('beforeunload', silence, { capture: true, once: true });
    },
    discard: async () => {
      await Promise.all([...forms].map(async ({ discard }) => discard?.()));
    },
  };
};

export const useUnsavedForms = (): UnsavedForms => useService('unsavedForms');
