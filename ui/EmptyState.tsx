import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';
import { Heading } from './Heading.tsx';
import { NoticeText } from './NoticeText.tsx';

interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  text: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  role?: 'alert' | 'status';
  /** Set if this is the only content of the page. The title then becomes the `h1`. */
  isPage?: boolean;
}

export const EmptyState = ({ icon, title, text, children, actions, role = 'status', isPage }: EmptyStateProps) => (
  <div className={styles['empty']} role={role} data-page={isPage || undefined}>
    {icon}
    {isPage ? <Heading>{title}</Heading> : <h2>{title}</h2>}
    <p>{typeof text === 'string' ? <NoticeText>{text}</NoticeText> : text}</p>
    {children}
    {actions && <div className={styles['actions']}>{actions}</div>}
  </div>
);
