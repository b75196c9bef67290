import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './BarChart.module.css';
import { Progress } from './Progress.tsx';

/** A bar chart. Each bar also shows its number as text, so that users of screen readers get the number too. */
export const BarChart = ({ children }: { children: ReactNode }) => <ul className={styles['bars']}>{children}</ul>;

interface BarProps {
  label: string;
  share: number;
  text: ReactNode;
  to?: string;
}

export const Bar = ({ label, share, text, to }: BarProps) => {
  const content = (
    <>
      <span>{label}</span>
      <Progress value={share} />
      <span className={styles['text']}>{text}</span>
    </>
  );
  return (
    <li>
      {to === undefined ? (
        <span className={styles['bar']}>{content}</span>
      ) : (
        <Link className={styles['bar']} to={to}>
          {content}
        </Link>
      )}
    </li>
  );
};
