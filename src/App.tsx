import { type ReactNode, useEffect } from 'react';
import {
  CoreAdminContext,
  Resource,
  ResourceDefinitionContextProvider,
  reactRouterProvider,
  useEvent,
  useNotify,
} from 'react-admin';
import { ErrorBoundary } from 'react-error-boundary';
import { createBrowserRouter, Navigate, Route, RouterProvider, Routes } from 'react-router-dom';
import { HOME } from '#contract/addresses.ts';
import { REDIRECT_NOTICE_DELAY } from '#contract/limits.ts';
import { ApiContext } from '#providers/ApiContext.tsx';
import { ActAsContext } from '#providers/actAs.ts';
import { useDraftEvents } from '#providers/drafts.ts';
import { ImportContext, useImportStore } from '#providers/importStore.ts';
import { LocaleSwitch } from '#providers/LocaleSwitch.tsx';
import { NewBuildContext } from '#providers/NewBuildContext.ts';
import { NoticeGate } from '#providers/NoticeGate.tsx';
import { useNotificationChanges } from '#providers/notifications.ts';
import { ProfileContext } from '#providers/profile.ts';
import { QueuesContext } from '#providers/queues.ts';
import { ReporterContext } from '#providers/ReporterContext.ts';
import { RealtimeContext } from '#providers/realtime.ts';
import { useReferenceChanges } from '#providers/referenceValues.ts';
import { useSendingEvents } from '#providers/sending.ts';
import { SessionEndContext } from '#providers/sessionEnd.ts';
import { useSyncChanges } from '#providers/synchronization.ts';
import { UnsavedContext } from '#providers/unsaved.ts';
import { VaultContext } from '#providers/vault.ts';
import { resources } from '#resources/all.ts';
import { lazyScreen } from '#resources/schema/ui/lazyScreen.tsx';
import { takeArrivalMessage } from './arrival.ts';
import { drawnAtOnce } from './drawnAtOnce.ts';
import { Layout } from './layout/Layout.tsx';
import { NotFound } from './pages/NotFound.tsx';
import { ScreenFailed } from './pages/ScreenFailed.tsx';
import type { Services } from './services.ts';
import { Visit } from './visit/Visit.tsx';

const Home = lazyScreen(() => import('./pages/home/Home.tsx').then(module => module.Home), { isBare: true });
const Settings = lazyScreen(() => import('./pages/Settings.tsx').then(module => module.Settings), { isBare: true });
const CategoriesPage = lazyScreen(() =>
  import('./pages/categories/CategoriesPage.tsx').then(module => module.CategoriesPage),
);
const HistoryPage = lazyScreen(() => import('./pages/history/HistoryPage.tsx').then(module => module.HistoryPage), {
  isBare: true,
});
const ImportPage = lazyScreen(() => import('./pages/import/ImportPage.tsx').then(module => module.ImportPage));

const SendingPage = lazyScreen(() => import('./pages/sending/SendingPage.tsx').then(module => module.SendingPage));
const SynchronizationPage = lazyScreen(() =>
  import('./pages/synchronization/SynchronizationPage.tsx').then(module => module.SynchronizationPage),
);

/** The application of a signed-in person (§2): everything below `/content`. */
export const App = ({ services }: { services: Services }) => (
  <ServiceContexts services={services}>
    <RouterProvider router={routerOf(services)} />
  </ServiceContexts>
);

const routers = new WeakMap<Services, ReturnType<typeof createBrowserRouter>>();

/** A data router: leave guards need one. Made once for the services, whatever renders again. */
const routerOf = (services: Services) => {
  const router =
    routers.get(services) ??
    drawnAtOnce(
      createBrowserRouter([
        { path: '/', element: <Navigate to={HOME} replace /> },
        { path: `${HOME}/*`, element: <Content services={services} />, errorElement: <NotFound /> },
        { path: '*', element: <Navigate to={`${HOME}/not-found`} replace /> },
      ]),
    );
  routers.set(services, router);
  return router;
};

const Content = ({ services }: { services: Services }) => {
  const { dataProvider, authProvider, i18nProvider, store, queryClient } = services;
  return (
    <CoreAdminContext
      basename={HOME}
      {...{ dataProvider, authProvider, i18nProvider, store, queryClient }}
      routerProvider={reactRouterProvider}
    >
      <LocaleSwitch>
        <NoticeGate>
          <FollowEvents />
          <Visit />
          <ResourceDefinitionContextProvider definitions={registered}>
            <ErrorBoundary FallbackComponent={ScreenFailed}>
              <Layout>
                <Screens />
              </Layout>
            </ErrorBoundary>
          </ResourceDefinitionContextProvider>
        </NoticeGate>
      </LocaleSwitch>
    </CoreAdminContext>
  );
};

/** As react-admin's own interface would register them one by one, drawing everything anew for it, twice. */
const registered = Object.fromEntries(resources.map(resource => [resource.name, Resource.registerResource(resource)]));

const Screens = () => (
  <Routes>
    <Route index element={<Home />} />
    {resources.map(({ definition, ...resource }) => (
      <Route key={definition.name} path={`${definition.name}/*`} element={<Resource {...resource} />} />
    ))}
    <Route path="nomenclature/import" element={<ImportPage />} />
    <Route path="nomenclature/send-media" element={<SendingPage />} />
    <Route path="categories" element={<CategoriesPage />} />
    <Route path="history" element={<HistoryPage />} />
    <Route path="synchronization" element={<SynchronizationPage />} />
    <Route path="settings" element={<Settings />} />
    <Route path="*" element={<NotFound />} />
  </Routes>
);

/** What the whole application hears: changed references and notifications, and what the import and the sending of media say (§4, §8). */
const FollowEvents = () => {
  useReferenceChanges();
  useDraftEvents();
  useNotificationChanges();
  useSyncChanges();
  const importStore = useImportStore();
  const notify = useNotify();
  const tellSending = useEvent((text: string, isError: boolean) =>
    notify(text, { type: isError ? 'error' : 'info', group: 'sending' }),
  );
  useSendingEvents(tellSending);
  useEffect(() => {
    void importStore.check();
    return importStore.onNotice(({ text, isError, of }) =>
      notify(text, { type: isError ? 'error' : 'info', ...(of && { group: of }) }),
    );
  }, [importStore, notify]);
  useEffect(() => {
    const arrival = takeArrivalMessage();
    if (arrival) setTimeout(() => notify(arrival, { type: 'info' }), REDIRECT_NOTICE_DELAY);
  }, [notify]);
  return null;
};

const ServiceContexts = ({ services, children }: { services: Services; children: ReactNode }) => (
  <ReporterContext value={services.reporter}>
    <ApiContext value={services.api}>
      <ProfileContext value={services.profile}>
        <RealtimeContext value={services.realtime}>
          <ImportContext value={services.importStore}>
            <UnsavedContext value={services.unsaved}>
              <VaultContext value={services.vault}>
                <SessionEndContext value={services.sessionEnd}>
                  <NewBuildContext value={services.newBuild}>
                    <ActAsContext value={services.actAs}>
                      <QueuesContext value={services.queues}>{children}</QueuesContext>
                    </ActAsContext>
                  </NewBuildContext>
                </SessionEndContext>
              </VaultContext>
            </UnsavedContext>
          </ImportContext>
        </RealtimeContext>
      </ProfileContext>
    </ApiContext>
  </ReporterContext>
);
