import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './BarChart.module.css';
import { Progress } from './Progress.tsx';

/** Bar chart. Each bar also states its number as text, so that screen readers do not depend on its length. */
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
