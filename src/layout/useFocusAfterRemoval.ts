import { useEffect } from 'react';

/** In ms. Dialogs and pages that know a better place have moved the focus by then. */
const DELAY_MS = 100;

/**
 * Moves the focus to the page's heading when a control that was pressed disappears, like the button that drops a filter.
 * Otherwise the next Tab would begin at the top of the document. What disappears without being pressed, like a row that
 * is scrolled out of view, is left alone.
 */
export const useFocusAfterRemoval = (): void => {
  useEffect(() => {
    let pressed: Element | null = null;
    const focusHeading = () => {
      if (!pressed || pressed.isConnected || document.activeElement !== document.body) return;
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    };
    // The browser fires no event when a focused element is removed.
    const observer = new MutationObserver(() => {
      if (!pressed || pressed.isConnected) return;
      observer.disconnect();
      setTimeout(focusHeading, DELAY_MS);
    });
    const watch = () => {
      pressed = document.activeElement;
      observer.observe(document.body, { childList: true, subtree: true });
    };
    const forget = () => {
      pressed = null;
      observer.disconnect();
    };
    document.addEventListener('click', watch, true);
    document.addEventListener('focusin', forget);
    return () => {
      forget();
      document.removeEventListener('click', watch, true);
      document.removeEventListener('focusin', forget);
    };
  }, []);
};
