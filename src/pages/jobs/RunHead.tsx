import type { ReactNode } from 'react';
import styles from './Runs.module.css';

interface RunHeadProps {
  subject: ReactNode;
  note?: string;
  /** The heading. */
  children: ReactNode;
}

/** The line above a run: its heading, what it is a run of, and how far it is. */
export const RunHead = ({ subject, note, children }: RunHeadProps) => (
  <div className={styles['head']}>
    {children}
    <span className={styles['subject']}>{subject}</span>
    {note !== undefined && <span className={styles['percent']}>{note}</span>}
  </div>
);
