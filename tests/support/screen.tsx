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
// The application's files, which come while somebody signs in: before the tests, whose patience is for what they test.
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
  /** Opens an address as a signed-in user of a role, and leaves whatever was open in this test before. */
  open: (address: string, role?: RoleSlug) => Promise<OpenScreen>;
  load: (address: string) => Promise<OpenScreen>;
  /** Answers in place of the server until the test ends, to produce failures. */
  answer: (...handlers: RequestHandler[]) => void;
  /** Reads and clears the console; a test fails for anything it leaves there. */
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
    // A navigation under way would still change the address, which the next screen has.
    router?.dispose();
    // A page that was left in the test: its window, which the next test shares, has gone.
    window.dispatchEvent(new Event('beforeunload'));
    opened?.realtime.close();
    await opened?.queryClient.cancelQueries();
    opened?.queryClient.clear();
    opened = null;
    // A browser drops the calls of a page that was left. Here they would be refused once the next test has another
    // session, and end that one.
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
    // As in production: StrictMode runs effects twice, which moves the focus away from where dialogs put it.
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

/** All requests go to the server in the process; only the socket may use the network. */
const refuseStrangers = (request: Request): void => {
  if (new URL(request.url).hostname !== '127.0.0.1')
    throw new Error(`${request.method} ${request.url} leaves the test`);
};

/** The next test starts with an empty browser. */
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
