import { type ReactNode, useEffect } from 'react';
import {
  CoreAdminContext,
  ResourceDefinitionContextProvider,
  reactRouterProvider,
  useEvent,
  useGetIdentity,
  useNotify,
  usePermissions,
} from 'react-admin';
import { ErrorBoundary } from 'react-error-boundary';
import { Outlet, type RouteObject, redirect, useLoaderData, useLocation } from 'react-router-dom';
import { HOME_PATH, LOGIN_PATH } from '#contract/addresses.ts';
import { REDIRECT_NOTICE_DELAY_MS } from '#contract/limits.ts';
import { getPagePath, type PageName, pageNames } from '#contract/pages.ts';
import { useDraftEvents } from '#providers/cache/draftQueries.ts';
import { useReferenceChanges } from '#providers/cache/referenceValues.ts';
import { UndoProvider } from '#providers/cache/UndoProvider.tsx';
import type { RunNotice } from '#providers/jobs/runStore.ts';
import { useRunEvents } from '#providers/jobs/runs.ts';
import { LocaleSwitch } from '#providers/locale/LocaleSwitch.tsx';
import { useNotificationChanges } from '#providers/realtime/notifications.ts';
import { ErrorNotifier } from '#providers/reporting/ErrorNotifier.tsx';
import { ServicesContext, useService } from '#providers/ServicesContext.ts';
import { saveReturnUrl } from '#providers/session/returnUrl.ts';
import { resources } from '#resources/all.ts';
import { createScreenHandle } from '#resources/engine/routes.tsx';
import { lazyRoute, lazyScreen } from '#ui/lazyScreen.tsx';
import { ThemeRoot } from '#ui/theme/ThemeRoot.tsx';
import { takeFlashMessage } from './flashMessage.ts';
import { Layout } from './layout/Layout.tsx';
import { NotFound } from './pages/NotFound.tsx';
import { ScreenFailed } from './pages/ScreenFailed.tsx';
import { pageEntries } from './pages.ts';
import type { Services } from './services.ts';
import { SessionDialogs } from './session/SessionDialogs.tsx';
import type { Startup } from './startup.ts';
import { sharedStorage } from './storage.ts';

/** Re-exported here, because only routes behind sign-in need the services. */
export { createServices } from './services.ts';

export const createContentRoutes = ({ session, services }: Startup): RouteObject[] => [
  {
    path: HOME_PATH,
    loader: async (): Promise<Services | Response> => {
      const openedServices = session.isSignedIn() && (await services());
      if (openedServices) return openedServices;
      if (session.isSignedIn()) throw new Error('The profile could not be loaded');
      saveReturnUrl(sharedStorage, window.location);
      return redirect(LOGIN_PATH);
    },
    shouldRevalidate: () => false,
    Component: Content,
    children: [
      ...pageNames.map(createPageRoute),
      ...resources.map(({ route }) => route),
      { path: '*', element: <NotFound /> },
    ],
  },
];

const createPageRoute = (name: PageName): RouteObject => {
  const Screen = lazyScreen(pageEntries[name].load);
  return {
    path: getPagePath(name),
    handle: createScreenHandle(getPagePath(name)),
    lazy: lazyRoute(Screen, <Screen />),
  };
};

/** Passed as a map, because react-admin's `<Resource>` registers definitions one by one, with a re-render for each. */
const definitions = Object.fromEntries(
  resources.map(({ definition: _, route: __, ...routes }) => [routes.name, routes]),
);

const Content = () => {
  const services = useLoaderData<Services>();
  const { dataProvider, authProvider, i18nProvider, store, queryClient } = services;
  return (
    <ThemeRoot>
      <ServicesContext value={services}>
        <CoreAdminContext
          basename={HOME_PATH}
          {...{ dataProvider, authProvider, i18nProvider, store, queryClient }}
          routerProvider={reactRouterProvider}
        >
          <WaitForIdentity>
            <LocaleSwitch>
              <ErrorNotifier>
                <UndoProvider>
                  <SessionDialogs />
                  <ResourceDefinitionContextProvider definitions={definitions}>
                    <ErrorBoundary FallbackComponent={ScreenFailed}>
                      <Layout>
                        <Outlet />
                      </Layout>
                    </ErrorBoundary>
                  </ResourceDefinitionContextProvider>
                  <FollowEvents />
                </UndoProvider>
              </ErrorNotifier>
            </LocaleSwitch>
          </WaitForIdentity>
        </CoreAdminContext>
      </ServicesContext>
    </ThemeRoot>
  );
};

/** Waits for identity and permissions, so that screens do not flash as forbidden. */
const WaitForIdentity = ({ children }: { children: ReactNode }) => {
  const identity = useGetIdentity();
  const permissions = usePermissions();
  return identity.isPending || permissions.isPending ? null : children;
};

const FollowEvents = () => {
  useReferenceChanges();
  useDraftEvents();
  useNotificationChanges();
  useFlashMessage();
  useDelayedReporter();
  const notify = useNotify();
  const showNotice = useEvent(({ text, isError, ...group }: RunNotice) =>
    notify(text, { type: isError ? 'error' : 'info', ...group }),
  );
  useRunEvents(showNotice);
  return null;
};

/** §2: the message was set before a redirect, so only the page that follows can show it. */
const useFlashMessage = (): void => {
  const notify = useNotify();
  const { key } = useLocation();
  useEffect(() => {
    const message = takeFlashMessage();
    if (message) setTimeout(() => notify(message, { type: 'info' }), REDIRECT_NOTICE_DELAY_MS);
  }, [key, notify]);
};

/** Delay before the reporter loads, in ms, so that it does not compete with the first screen. */
const REPORTER_DELAY_MS = 3000;

const useDelayedReporter = (): void => {
  const reporter = useService('reporter');
  useEffect(() => {
    const timer = setTimeout(reporter.start, REPORTER_DELAY_MS);
    return () => clearTimeout(timer);
  }, [reporter]);
};
