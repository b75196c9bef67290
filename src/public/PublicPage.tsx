import { type ReactNode, useEffect } from 'react';
import { BUILD, RELEASE } from '#contract/limits.ts';
import type { Locale } from '#i18n/messages.ts';
import { formatLocaleCookie, parseLocaleCookie } from '#providers/locale/localeCookie.ts';
import { Button } from '#ui/Button.tsx';
import { Logo } from '#ui/Logo.tsx';
import { useTheme } from '#ui/theme/useTheme.ts';
import styles from './PublicPage.module.css';
import type { Translate } from './translate.ts';

interface PublicPageProps {
  t: Translate;
  title: string;
  children: ReactNode;
}

export const PublicPage = ({ t, title, children }: PublicPageProps) => {
  useTheme('system');
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main className={styles['page']}>
      <header className={styles['product']}>
        <Logo />
        <p>
          <b>{t('session.product')}</b>
          <span>{t('session.tagline')}</span>
        </p>
      </header>
      {children}
      <footer className={styles['foot']}>
        <span>{t('session.version', { release: RELEASE, build: BUILD })}</span>
        <LanguageButton t={t} />
      </footer>
    </main>
  );
};

/** Reloads the page instead of rendering it again, because a public page has no state worth keeping. */
const LanguageButton = ({ t }: { t: Translate }) => {
  const other: Locale = parseLocaleCookie(document.cookie) === 'ru' ? 'en' : 'ru';
  const change = (): void => {
    document.cookie = formatLocaleCookie(other);
    window.location.reload();
  };
  return (
    <Button lang={other} className={styles['language']} onClick={change}>
      {t('session.otherLanguage')}
    </Button>
  );
};
