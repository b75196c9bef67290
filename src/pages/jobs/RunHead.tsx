import type { ReactNode } from 'react';
import styles from './Runs.module.css';

interface RunHeadProps {
  subject: ReactNode;
  note?: string;
  actions?: ReactNode;
  children: ReactNode;
}

export const RunHead = ({ subject, note, actions, children }: RunHeadProps) => (
  <div className={styles['head']}>
    {children}
    <span className={styles['subject']}>{subject}</span>
    {note !== undefined && <span className={styles['percent']}>{note}</span>}
    {actions && <div className={styles['actions']}>{actions}</div>}
  </div>
);
