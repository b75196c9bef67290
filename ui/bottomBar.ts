const HEIGHT_VARIABLE = '--bottom-bar';

/**
 * A ref for the action bar at the bottom of a page. Publishes the bar's height, which depends on its text, so that
 * notices float above it.
 */
export const registerBottomBar = (bar: HTMLElement | null): (() => void) | undefined => {
  if (!bar) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty(HEIGHT_VARIABLE, `${bar.offsetHeight}px`));
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty(HEIGHT_VARIABLE);
  };
};
