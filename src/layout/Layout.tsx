import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useLocation, useNavigation } from 'react-router-dom';
import { useT } from '#providers/locale/i18nProvider.ts';
import { NavigationFocusContext } from '#ui/Heading.tsx';
import { ScreenFailed } from '../pages/ScreenFailed.tsx';
import { ActingBanner } from '../session/ActingBanner.tsx';
import { Header } from './Header.tsx';
import styles from './Layout.module.css';
import { Menu } from './Menu.tsx';
import { Notices } from './Notices.tsx';
import { RouteGuard } from './RouteGuard.tsx';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';
import { useAppearance } from './useAppearance.ts';
import { useFocusAfterRemoval } from './useFocusAfterRemoval.ts';
import { useIsPhone } from './useIsPhone.ts';
import { useNavigationFocus } from './useNavigationFocus.ts';
import { useShortcuts } from './useShortcuts.ts';

/** Page layout. The route guard is inside, so that menu and header remain on forbidden and failed pages. */
export const Layout = ({ children }: { children: ReactNode }) => {
  const t = useT();
  const { isDrawerOpen, menuButton, openDrawer, closeDrawer } = useDrawerState();
  const { pathname } = useLocation();
  const navigationFocus = useNavigationFocus();
  const isNavigating = useNavigation().state === 'loading';
  const [isHelpOpen, setHelpOpen] = useState(false);
  const openHelp = useCallback(() => setHelpOpen(true), []);
  useAppearance();
  useFocusAfterRemoval();
  useShortcuts(openHelp);
  return (
    <NavigationFocusContext value={navigationFocus}>
      <div className={styles['layout']}>
        <a className={styles['skip']} href="#content">
          {t('shell.toContent')}
        </a>
        <ActingBanner />
        <Menu isDrawerOpen={isDrawerOpen} onCloseDrawer={closeDrawer} />
        <Header menuButton={menuButton} isMenuOpen={isDrawerOpen} onOpenMenu={openDrawer} onHelp={openHelp} />
        {isNavigating && (
          <div className={styles['coming']}>
            <PageLoading />
          </div>
        )}
        <main id="content" className={styles['content']} tabIndex={-1} inert={isDrawerOpen}>
          <ErrorBoundary FallbackComponent={ScreenFailed} resetKeys={[pathname]}>
            <RouteGuard>
              <Suspense fallback={<PageLoading />}>{children}</Suspense>
            </RouteGuard>
          </ErrorBoundary>
        </main>
        <Notices />
        <ShortcutsDialog open={isHelpOpen} onClose={() => setHelpOpen(false)} />
      </div>
    </NavigationFocusContext>
  );
};

/** Shown while the code of a page loads, because the previous page stays visible until then. */
const PageLoading = () => (
  <span className={styles['loading']} role="progressbar" aria-label={useT()('shell.loading')} />
);

/** The menu as a drawer. When it closes, focus returns to its button, unless it has already moved to the page. */
const useDrawerState = () => {
  const [isOpened, setDrawerOpen] = useState(false);
  // A wider window shows the menu beside the page, which must not stay inert then.
  const isDrawerOpen = useIsPhone() && isOpened;
  const menuButton = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    const { activeElement } = document;
    const isLost = activeElement === document.body || activeElement?.closest('#menu');
    if (wasOpen.current && !isDrawerOpen && isLost) menuButton.current?.focus();
    wasOpen.current = isDrawerOpen;
  }, [isDrawerOpen]);
  const openDrawer = useCallback(() => setDrawerOpen(true), []);
  const closeDrawer = useCallback(() => setDrawerOpen(false), []);
  return { isDrawerOpen, menuButton, openDrawer, closeDrawer };
};
