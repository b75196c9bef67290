import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { Notification, useStore } from 'react-admin';
import { ErrorBoundary } from 'react-error-boundary';
import { useLocation } from 'react-router-dom';
import { useT } from '#providers/i18nProvider.ts';
import { ScreenFailed } from '../pages/ScreenFailed.tsx';
import { ActingBanner } from '../visit/ActingBanner.tsx';
import { Header } from './Header.tsx';
import styles from './Layout.module.css';
import { Menu } from './Menu.tsx';
import { RouteGuard } from './RouteGuard.tsx';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';
import { useAppearance } from './useAppearance.ts';
import { useShortcuts } from './useShortcuts.ts';

/** §2: the menu is 56 px wide when collapsed and 236 px by default; on a phone it is a drawer. */
export const Layout = ({ children }: { children: ReactNode }) => {
  const t = useT();
  const [isCollapsed, setCollapsed] = useStore('preferences.menuCollapsed', false);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const { pathname } = useLocation();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const closeDrawer = useCallback(() => setDrawerOpen(false), []);
  const openHelp = useCallback(() => setHelpOpen(true), []);
  useAppearance();
  useShortcuts(openHelp);
  return (
    <div className={styles['layout']} data-collapsed={isCollapsed || undefined}>
      <a className={styles['skip']} href="#content">
        {t('shell.toContent')}
      </a>
      <ActingBanner />
      <Menu
        isCollapsed={isCollapsed}
        isDrawerOpen={isDrawerOpen}
        onToggle={() => setCollapsed(!isCollapsed)}
        onCloseDrawer={closeDrawer}
      />
      <Header onOpenMenu={() => setDrawerOpen(true)} />
      <main id="content" className={styles['content']} tabIndex={-1}>
        <ErrorBoundary FallbackComponent={ScreenFailed} resetKeys={[pathname]}>
          <RouteGuard>
            <Suspense
              fallback={<span className={styles['loading']} role="progressbar" aria-label={t('shell.loading')} />}
            >
              {children}
            </Suspense>
          </RouteGuard>
        </ErrorBoundary>
      </main>
      <Notification anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }} />
      <ShortcutsDialog open={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  );
};
