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
  description?: ReactNode;
  actions?: ReactNode;
  fills?: boolean;
  children: ReactNode;
}

const ActionsContext = createContext<HTMLElement | null>(null);

interface FramedPageProps {
  headingId: string;
  backLink?: { to: string; name: string } | null;
  actions?: ReactNode;
  children: ReactNode;
}

/** Layout of every page. Also sets the window title (§2: product name first). */
export const Page = ({ title, description, actions, fills, children }: PageProps) => {
  usePageTitle(title);
  const [actionsContainer, setActionsContainer] = useState<HTMLElement | null>(null);
  return (
    <div className={styles['page']} data-fills={fills || undefined}>
      <header className={styles['head']}>
        <div className={styles['words']}>
          <Heading>{title}</Heading>
          {description && <p>{description}</p>}
        </div>
        <div className={styles['actions']}>
          {actions}
          <span ref={setActionsContainer} />
        </div>
      </header>
      <ActionsContext value={actionsContainer}>{children}</ActionsContext>
    </div>
  );
};

/** Adds actions to the page header from inside the content, where the components that own their state are. */
export const PageActions = ({ children }: { children: ReactNode }) => {
  const actionsContainer = use(ActionsContext);
  return actionsContainer && createPortal(children, actionsContainer);
};

/** The same layout for react-admin's screens, which insert their title into the element with `headingId`. */
export const FramedPage = ({ headingId, backLink, actions, children }: FramedPageProps) => {
  const t = useT();
  const name = useCallback((title: string) => setWindowTitle(t('session.product'), title), [t]);
  return (
    <div className={styles['page']}>
      <header className={styles['head']} data-framed>
        {backLink && (
          <IconButton component={Link} to={backLink.to} aria-label={t('shell.backTo', { name: backLink.name })}>
            <ArrowBackIcon fontSize="small" />
          </IconButton>
        )}
        <div className={styles['words']}>
          <SlotHeading id={headingId} loadingLabel={t('shell.loading')} onTitleChange={name} />
        </div>
        <div className={styles['actions']}>{actions}</div>
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
