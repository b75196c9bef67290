import { type FocusEvent, type RefObject, useCallback, useEffect, useRef } from 'react';

/**
 * Moves the focus to the latest notice and back. By Tab the notices come after the whole page, and never from an open
 * dialog; a function key types nothing where somebody is typing.
 */
export const NOTICE_KEY = 'F8';

interface NoticeRegion {
  ref: RefObject<HTMLDivElement | null>;
  onFocus: (event: FocusEvent) => void;
  /** Moves the focus from the notices back to where it was before. */
  returnFocus: () => void;
}

/** Keeps the notices in reach of everybody, also while a dialog, a popover or a menu is open. */
export const useNoticeRegion = (): NoticeRegion => {
  const ref = useRef<HTMLDivElement>(null);
  const cameFrom = useRef<HTMLElement | null>(null);
  const returnFocus = useCallback(() => {
    if (!ref.current?.contains(document.activeElement)) return;
    if (cameFrom.current) cameFrom.current.focus();
    else (document.activeElement as HTMLElement).blur();
  }, []);
  useEffect(() => {
    const region = ref.current;
    return region ? exemptFromModals(region) : undefined;
  }, []);
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent): void => {
      const button = ref.current?.querySelector<HTMLElement>(':scope > :last-child button');
      if (event.key !== NOTICE_KEY || !button) return;
      event.preventDefault();
      if (ref.current?.contains(document.activeElement)) returnFocus();
      else button.focus();
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [returnFocus]);
  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (currentTarget.contains(relatedTarget)) return;
    cameFrom.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
  };
  return { ref, onFocus, returnFocus };
};

/**
 * A modal of MUI hides everything beside it from screen readers, and takes back the focus that goes there. A child of
 * the body can be taken out of that alone: the attribute is removed, and the modal, which listens on the document, does
 * not hear of the focus.
 */
const exemptFromModals = (region: HTMLElement): (() => void) => {
  const observer = new MutationObserver(() => region.removeAttribute('aria-hidden'));
  observer.observe(region, { attributeFilter: ['aria-hidden'] });
  const keepFocus = (event: Event): void => {
    if (event.target instanceof Node && region.contains(event.target)) event.stopPropagation();
  };
  document.body.addEventListener('focusin', keepFocus);
  return () => {
    observer.disconnect();
    document.body.removeEventListener('focusin', keepFocus);
  };
};
