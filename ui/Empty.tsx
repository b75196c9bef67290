import type { ReactNode } from 'react';
import styles from './Empty.module.css';
import { Heading } from './Heading.tsx';

interface EmptyProps {
  icon?: ReactNode;
  title: string;
  /** What happened and what to do next. */
  text: ReactNode;
  /** What there is to show all the same. */
  children?: ReactNode;
  actions?: ReactNode;
  role?: 'alert' | 'status';
  /** It is the whole page, and its title the page's. */
  isPage?: boolean;
}

/** The place of content that is not there, drawn on purpose: what it is, why, and the way on. */
export const Empty = ({ icon, title, text, children, actions, role = 'status', isPage }: EmptyProps) => (
  <div className={styles['empty']} role={role} data-page={isPage}>
    {icon}
    {isPage ? <Heading>{title}</Heading> : <h2>{title}</h2>}
    <p>{text}</p>
    {children}
    {actions && <div className={styles['actions']}>{actions}</div>}
  </div>
);
