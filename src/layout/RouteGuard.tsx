import { type ReactNode, useEffect } from 'react';
import { useNotify } from 'react-admin';
import { Navigate, useLocation } from 'react-router-dom';
import { HOME } from '#contract/addresses.ts';
import { REDIRECT_NOTICE_DELAY } from '#contract/limits.ts';
import { confinedTo, ruleOf } from '#contract/routes.ts';
import type { Section } from '#contract/screens.ts';
import { deniedIn, titleOf } from '#i18n/sections.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useCan, useProfile } from '#providers/session/profile.ts';
import { resources } from '#resources/all.ts';
import { ruledAddress } from '#resources/stock/screens.tsx';
import { usePageTitle } from '#ui/Page.tsx';
import { NotFound } from '../pages/NotFound.tsx';

const definitions = resources.map(({ definition }) => definition);

/**
 * Shows a screen to whoever the table of routes lets see it (§2). Matrix roles are led to the matrices,
 * a missing permission leads home with a notice, and an address without a rule is closed to everybody.
 */
export const RouteGuard = ({ children }: { children: ReactNode }) => {
  const { pathname } = useLocation();
  const profile = useProfile();
  const may = useCan();
  const matrices = confinedTo(profile?.role.slug ?? '', pathname);
  // A key for each: whoever asks for two closed addresses at once is led away from both.
  if (matrices) return <Navigate key={pathname} to={matrices} replace />;
  const rule = ruleOf(pathname) ?? ruleOf(ruledAddress(definitions, pathname) ?? '');
  if (!rule) return <NotFound />;
  if (!may(rule.access)) return <SentHome key={pathname} section={rule.section} />;
  return (
    <>
      <SectionTitle section={rule.section} />
      {children}
    </>
  );
};

/** §2: after each route change the title is the route's; a screen that knows more says more. */
const SectionTitle = ({ section }: { section: Section }) => {
  usePageTitle(useT()(titleOf(section)));
  return null;
};

const SentHome = ({ section }: { section: Section }) => {
  const t = useT();
  const notify = useNotify();
  useEffect(() => {
    const text = t(deniedIn(section));
    setTimeout(() => notify(text, { type: 'warning' }), REDIRECT_NOTICE_DELAY);
  }, [t, notify, section]);
  return <Navigate to={HOME} replace />;
};
