import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './Bars.module.css';
import { Progress } from './Progress.tsx';

/** A chart of bars, one below the other; each says its number in words, so that nothing depends on its length. */
export const Bars = ({ children }: { children: ReactNode }) => <ul className={styles['bars']}>{children}</ul>;

interface BarProps {
  label: string;
  /** From 0 to 1. */
  share: number;
  /** The number in words. */
  text: ReactNode;
  /** Where a press leads. */
  to?: string;
}

export const Bar = ({ label, share, text, to }: BarProps) => {
  const parts = (
    <>
      <span>{label}</span>
      <Progress value={share} />
      <span className={styles['text']}>{text}</span>
    </>
  );
  return (
    <li>
      {to === undefined ? (
        <span className={styles['bar']}>{parts}</span>
      ) : (
        <Link className={styles['bar']} to={to}>
          {parts}
        </Link>
      )}
    </li>
  );
};
