import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router-dom';
import { useT } from '#providers/locale/i18nProvider.ts';
import { IconButton } from './Button.tsx';
import { Heading, SlotHeading } from './Heading.tsx';
import styles from './Page.module.css';
import { setWindowTitle } from './windowTitle.ts';

interface PageProps {
  title: string;
  about?: ReactNode;
  actions?: ReactNode;
  fills?: boolean;
  children: ReactNode;
}

const ActionsContext = createContext<HTMLElement | null>(null);

interface FramedPageProps {
  headingId: string;
  back?: { to: string; name: string } | null;
  children: ReactNode;
}

/** Layout of every page. Also sets the window title (§2: product name first). */
export const Page = ({ title, about, actions, fills, children }: PageProps) => {
  usePageTitle(title);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <div className={styles['page']} data-fills={fills || undefined}>
      <header className={styles['head']}>
        <div className={styles['words']}>
          <Heading>{title}</Heading>
          {about && <p>{about}</p>}
        </div>
        <div className={styles['actions']}>
          {actions}
          <span ref={setPlace} />
        </div>
      </header>
      <ActionsContext value={place}>{children}</ActionsContext>
    </div>
  );
};

/** Adds actions to the page header from inside the content, where the components that own their state are. */
export const PageActions = ({ children }: { children: ReactNode }) => {
  const place = use(ActionsContext);
  return place && createPortal(children, place);
};

/** The same layout for react-admin's screens, which insert their title into the element with `headingId`. */
export const FramedPage = ({ headingId, back, children }: FramedPageProps) => {
  const t = useT();
  const name = useCallback((title: string) => setWindowTitle(t('session.product'), title), [t]);
  return (
    <div className={styles['page']}>
      <header className={styles['head']} data-framed>
        {back && (
          <IconButton component={Link} to={back.to} aria-label={t('shell.backTo', { name: back.name })}>
            <ArrowBackIcon fontSize="small" />
          </IconButton>
        )}
        <div className={styles['words']}>
          <SlotHeading id={headingId} loadingLabel={t('shell.loading')} onTitle={name} />
        </div>
      </header>
      {children}
    </div>
  );
};

export const usePageTitle = (title: string): void => {
  const t = useT();
  useEffect(() => {
    setWindowTitle(t('session.product'), title);
  }, [t, title]);
};
