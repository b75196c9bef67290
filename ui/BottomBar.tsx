import type { ReactNode } from 'react';
import styles from './BottomBar.module.css';

interface BottomBarProps {
  /** Makes the bar a region. Used for bars that appear only while there is something to save. */
  label?: string;
  /** Shown before the buttons, or above them on a phone. */
  description?: ReactNode;
  /** The buttons, with the main button last. */
  children: ReactNode;
}

/** The actions of a form or a tree. They stay at the bottom of the page, where the thumb can reach them. */
export const BottomBar = ({ label, description, children }: BottomBarProps) => (
  <div
    ref={registerBottomBar}
    className={styles['bar']}
    role={label === undefined ? undefined : 'region'}
    aria-label={label}
    data-bottom-bar
  >
    <div className={styles['about']}>{description}</div>
    {children}
  </div>
);

const HEIGHT_VARIABLE = '--bottom-bar';

/** Publishes the bar's height, which depends on its text, so that notices float above it. */
const registerBottomBar = (bar: HTMLElement | null): (() => void) | undefined => {
  if (!bar) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty(HEIGHT_VARIABLE, `${bar.offsetHeight}px`));
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty(HEIGHT_VARIABLE);
  };
};
