import { type ReactNode, useEffect } from 'react';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Heading } from './Heading.tsx';
import styles from './Page.module.css';
import { nameWindow } from './windowTitle.ts';

interface PageProps {
  title: string;
  /** One line of what this is, where it helps. */
  about?: ReactNode;
  /** Actions on the right, the primary one last. */
  actions?: ReactNode;
  /** The page fills the window and scrolls inside (lists). */
  fills?: boolean;
  children: ReactNode;
}

/** The frame of every page: title, one line, actions, content; names the window (§2: product name first). */
export const Page = ({ title, about, actions, fills, children }: PageProps) => {
  usePageTitle(title);
  return (
    <div className={styles['page']} data-fills={fills || undefined}>
      <header className={styles['head']}>
        <div className={styles['words']}>
          <Heading>{title}</Heading>
          {about && <p>{about}</p>}
        </div>
        {actions && <div className={styles['actions']}>{actions}</div>}
      </header>
      {children}
    </div>
  );
};

/** Sets the window's title, the product's name first. */
export const usePageTitle = (title: string): void => {
  const t = useT();
  useEffect(() => {
    nameWindow(t('session.product'), title);
  }, [t, title]);
};
