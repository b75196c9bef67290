import type { ReactNode } from 'react';
import styles from './Empty.module.css';

interface EmptyProps {
  icon?: ReactNode;
  title: string;
  /** What happened and what to do next. */
  text: ReactNode;
  actions?: ReactNode;
  role?: 'alert' | 'status';
}

/** The place of content that is not there, drawn on purpose: what it is, why, and the way on. */
export const Empty = ({ icon, title, text, actions, role = 'status' }: EmptyProps) => (
  <div className={styles['empty']} role={role}>
    {icon}
    <h2>{title}</h2>
    <p>{text}</p>
    {actions && <div>{actions}</div>}
  </div>
);
