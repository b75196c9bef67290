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
import { pageNames, pages } from '#contract/pages.ts';
import { useDraftEvents } from '#providers/cache/drafts.ts';
import { QueuesContext } from '#providers/cache/queues.ts';
import { useReferenceChanges } from '#providers/cache/referenceValues.ts';
import { UndoProvider } from '#providers/cache/UndoProvider.tsx';
import { FormAutosaveContext } from '#providers/forms/formAutosave.ts';
import { UnsavedContext } from '#providers/forms/unsaved.ts';
import { ApiContext } from '#providers/http/ApiContext.tsx';
import { NewBuildContext } from '#providers/http/StaleBundleContext.ts';
import { ImportContext, useImportStore } from '#providers/jobs/importStore.ts';
import { useSendingEvents } from '#providers/jobs/sending.ts';
import { useSyncChanges } from '#providers/jobs/synchronization.ts';
import { LocaleSwitch } from '#providers/locale/LocaleSwitch.tsx';
import { useNotificationChanges } from '#providers/realtime/notifications.ts';
import { RealtimeContext } from '#providers/realtime/realtime.ts';
import { NoticeGate } from '#providers/reporting/ErrorNotifier.tsx';
import { ReporterContext } from '#providers/reporting/ReporterContext.ts';
import { ActAsContext } from '#providers/session/actAs.ts';
import { ProfileContext } from '#providers/session/profile.ts';
import { SessionEndContext } from '#providers/session/sessionEnd.ts';
import { resources } from '#resources/all.ts';
import { ThemeRoot } from '#ui/theme/ThemeRoot.tsx';
import { takeArrivalMessage } from './arrival.ts';
import { drawnAtOnce } from './drawnAtOnce.ts';
import { Layout } from './layout/Layout.tsx';
import { NotFound } from './pages/NotFound.tsx';
import { ScreenFailed } from './pages/ScreenFailed.tsx';
import { pageViews } from './pages.ts';
import type { Services } from './services.ts';
import { Visit } from './session/SessionDialogs.tsx';

/** The application of a signed-in person (§2): everything below `/content`. */
export const App = ({ services }: { services: Services }) => (
  <ThemeRoot>
    <ServiceContexts services={services}>
      <RouterProvider router={routerOf(services)} />
    </ServiceContexts>
  </ThemeRoot>
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
          <UndoProvider queue={services.undo}>
            <FollowEvents />
            <Visit />
            <ResourceDefinitionContextProvider definitions={registered}>
              <ErrorBoundary FallbackComponent={ScreenFailed}>
                <Layout>
                  <Screens />
                </Layout>
              </ErrorBoundary>
            </ResourceDefinitionContextProvider>
          </UndoProvider>
        </NoticeGate>
      </LocaleSwitch>
    </CoreAdminContext>
  );
};

/** As react-admin's own interface would register them one by one, drawing everything anew for it, twice. */
const registered = Object.fromEntries(resources.map(resource => [resource.name, Resource.registerResource(resource)]));

const Screens = () => (
  <Routes>
    {pageNames.map(name => (
      <Route key={name} path={pages[name].path.slice(1)} Component={pageViews[name].component} />
    ))}
    {resources.map(({ definition, ...resource }) => (
      <Route key={definition.name} path={`${definition.name}/*`} element={<Resource {...resource} />} />
    ))}
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
              <FormAutosaveContext value={services.formAutosave}>
                <SessionEndContext value={services.sessionEnd}>
                  <NewBuildContext value={services.newBuild}>
                    <ActAsContext value={services.actAs}>
                      <QueuesContext value={services.queues}>{children}</QueuesContext>
                    </ActAsContext>
                  </NewBuildContext>
                </SessionEndContext>
              </FormAutosaveContext>
            </UnsavedContext>
          </ImportContext>
        </RealtimeContext>
      </ProfileContext>
    </ApiContext>
  </ReporterContext>
);
