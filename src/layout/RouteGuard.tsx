import { type ReactNode, useEffect } from 'react';
import { useNotify } from 'react-admin';
import { Navigate, useLocation, useMatches } from 'react-router-dom';
import { HOME_PATH } from '#contract/addresses.ts';
import { REDIRECT_NOTICE_DELAY_MS } from '#contract/limits.ts';
import { getMatrixRoleRedirect } from '#contract/routes.ts';
import type { Section } from '#contract/screens.ts';
import { getAccessDeniedKey } from '#i18n/sections.ts';
import type { MessageKey } from '#i18n/translate.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useCan, useProfile } from '#providers/session/profile.ts';
import type { ScreenHandle } from '#resources/engine/routes.tsx';
import { usePageTitle } from '#ui/Page.tsx';
import { NotFound } from '../pages/NotFound.tsx';

/**
 * Renders a screen if its route handle allows it (§2). Matrix roles are redirected to the matrices, a missing
 * permission leads to the start page with a notice, and a route without a handle is denied to everybody.
 */
export const RouteGuard = ({ children }: { children: ReactNode }) => {
  const { pathname } = useLocation();
  const profile = useProfile();
  const can = useCan();
  const screen = useMatches().at(-1)?.handle as ScreenHandle | undefined;
  const matrices = getMatrixRoleRedirect(profile?.role.slug ?? '', pathname);
  // The keys remount the redirect, so that a second forbidden address in a row also redirects.
  if (matrices) return <Navigate key={pathname} to={matrices} replace />;
  if (!screen) return <NotFound />;
  if (!can(screen.access)) return <RedirectHome key={pathname} section={screen.section} />;
  return (
    <>
      <RouteTitle title={screen.title} />
      {children}
    </>
  );
};

/** §2: every route change sets the title; screens may replace it with a more specific one. */
const RouteTitle = ({ title }: { title: MessageKey }) => {
  usePageTitle(useT()(title));
  return null;
};

const RedirectHome = ({ section }: { section: Section }) => {
  const t = useT();
  const notify = useNotify();
  useEffect(() => {
    const text = t(getAccessDeniedKey(section));
    setTimeout(() => notify(text, { type: 'warning' }), REDIRECT_NOTICE_DELAY_MS);
  }, [t, notify, section]);
  return <Navigate to={HOME_PATH} replace />;
};
