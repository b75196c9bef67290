import { cleanup, render, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { IDBFactory } from 'fake-indexeddb';
import type { Hono } from 'hono';
import { http, type RequestHandler } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { API_BASE } from '#contract/limits.ts';
import type { RoleSlug } from '#contract/roles.ts';
import { createSession } from '#providers/session/session.ts';
import { createSessionCalls } from '#providers/session/sessionCalls.ts';
import { TOKENS_KEY } from '#providers/session/tokenStore.ts';
import { createApp } from '#server/http/app.ts';
// Imported before the tests, so that loading the application does not count against their timeouts.
import '#src/content.tsx';
import { App, createRouter } from '#src/App.tsx';
import { createServices, type Services } from '#src/services.ts';
import { createStartup } from '#src/startup.ts';
import { useConsole } from './console.ts';
import { type TestServer, useTestServer } from './server.ts';

interface OpenScreen {
  user: UserEvent;
  services: Services;
  /** Addresses that the document was navigated to, recorded because jsdom cannot navigate. */
  left: string[];
  /** Stores a value as another tab of the same browser would, which fires an event in this one. */
  storeElsewhere: (key: string, value: string | null) => void;
}

interface Screens {
  /** The server behind the screens, reset before each test. */
  server: () => TestServer;
  /** Opens an address as a signed-in user with a role, closing whatever was open before. */
  open: (address: string, role?: RoleSlug) => Promise<OpenScreen>;
  load: (address: string) => Promise<OpenScreen>;
  /** Replaces the server's answers until the test ends, to produce failures. */
  answer: (...handlers: RequestHandler[]) => void;
  /** Reads and clears the console messages; any that remain fail the test. */
  complaints: () => string[];
}

/** The real application in jsdom with a real server. Requests need no port, only the socket does. */
export const useScreens = (): Screens => {
  const server = useTestServer();
  let app: Hono;
  const underWay = new Set<Promise<unknown>>();
  const network = setupServer(
    http.all(`*${API_BASE}/*`, ({ request }) => {
      const answered = Promise.resolve(app.fetch(request)).finally(() => underWay.delete(answered));
      underWay.add(answered);
      return answered;
    }),
  );
  let opened: Services | null = null;
  let router: ReturnType<typeof createRouter> | null = null;
  let visitor: RoleSlug | null = null;
  const complaints = useConsole();

  // A new application for each test, because it caches slow counts for some seconds.
  beforeEach(() => {
    app = createApp(server().deps);
  });
  beforeAll(() => network.listen({ onUnhandledRequest: refuseStrangers }));
  afterAll(() => network.close());
  const leave = async (): Promise<void> => {
    cleanup();
    // Cancels a pending navigation, which would otherwise change the address of the next screen.
    router?.dispose();
    // Notifies the page that it is being left, because the next test shares its window.
    window.dispatchEvent(new Event('beforeunload'));
    opened?.realtime.close();
    await opened?.queryClient.cancelQueries();
    opened?.queryClient.clear();
    opened = null;
    // Waits for the calls of the page that was left. A browser would cancel them; here they would be rejected under the
    // next test's session and end it.
    await Promise.allSettled(underWay);
  };
  afterEach(async () => {
    await leave();
    network.resetHandlers();
    forgetVisit();
    visitor = null;
  });

  const load = async (address: string): Promise<OpenScreen> => {
    await leave();
    window.history.replaceState(null, '', address);
    const left: string[] = [];
    const calls = createSessionCalls(API_BASE);
    const tab = new EventTarget();
    const session = createSession({ calls, storage: window.localStorage, tab });
    const services = await createServices({
      session,
      socketUrl: await server().listen(),
      loadDocument: path => left.push(path),
    });
    if (!services) throw new Error('the profile could not be loaded');
    opened = services;
    // Without StrictMode, as in production: it runs effects twice, which moves the focus out of dialogs.
    router = createRouter(createStartup(session, () => Promise.resolve(services)));
    render(<App router={router} />);
    await waitFor(() =>
      expect(document.body).not.toHaveTextContent(/^(Открываем приложение…|Opening the application…)?$/),
    );
    return { user: userEvent.setup(), services, left, storeElsewhere: storingFor(tab) };
  };
  const open = async (address: string, role: RoleSlug = 'content_manager'): Promise<OpenScreen> => {
    await leave();
    if (role !== visitor) forgetVisit();
    visitor = role;
    const { access, refresh } = await server().signIn(role);
    window.localStorage.setItem(TOKENS_KEY, JSON.stringify({ access, refresh }));
    return load(address);
  };
  return { server, open, load, answer: (...handlers) => network.use(...handlers), complaints };
};

/** Stores a value and fires the event that a browser fires in all other tabs. */
const storingFor =
  (tab: EventTarget): OpenScreen['storeElsewhere'] =>
  (key, newValue) => {
    if (newValue === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, newValue);
    tab.dispatchEvent(Object.assign(new Event('storage'), { key, newValue, storageArea: window.localStorage }));
  };

/** Passes all requests to the in-process server; only the socket may use the network. */
const refuseStrangers = (request: Request): void => {
  if (new URL(request.url).hostname !== '127.0.0.1')
    throw new Error(`${request.method} ${request.url} leaves the test`);
};

/** Clears the browser storage, so that each test starts with an empty browser. */
const forgetVisit = (): void => {
  window.localStorage.clear();
  window.sessionStorage.clear();
  globalThis.indexedDB = new IDBFactory();
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`;
};

/** Navigates the open application, as a link would. */
export const goTo = (address: string): void => {
  const { idx = 0 } = (window.history.state ?? {}) as { idx?: number };
  window.history.pushState({ idx: idx + 1, key: address }, '', address);
  window.dispatchEvent(new PopStateEvent('popstate'));
};
