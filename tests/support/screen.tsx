import { cleanup, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { IDBFactory } from 'fake-indexeddb';
import type { Hono } from 'hono';
import { http, type RequestHandler } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { API_BASE } from '#contract/limits.ts';
import type { RoleSlug } from '#contract/roles.ts';
import { createSession } from '#providers/session/session.ts';
import { createSessionCalls } from '#providers/session/sessionCalls.ts';
import { TOKENS_KEY } from '#providers/session/tokenStore.ts';
import { createApp } from '#server/http/app.ts';
import { App } from '#src/App.tsx';
import { createServices, type Services } from '#src/services.ts';
import { useConsole } from './console.ts';
import { type TestServer, useTestServer } from './server.ts';

/** The application as one person has it open. */
interface OpenScreen {
  user: UserEvent;
  services: Services;
  /** Where the document was left for. */
  left: string[];
  /** Stores a value as another tab of the same browser does. */
  storeElsewhere: (key: string, value: string | null) => void;
}

interface Screens {
  /** The server behind the screens, emptied before each test. */
  server: () => TestServer;
  /** Opens an address as somebody of a role who has signed in; what was open before in this test is left. */
  open: (address: string, role?: RoleSlug) => Promise<OpenScreen>;
  /** Loads the document anew at an address, with whatever the browser has stored. */
  load: (address: string) => Promise<OpenScreen>;
  /** Answers in place of the server, until the test ends. */
  answer: (...handlers: RequestHandler[]) => void;
  /** What was written to the console, which is then forgotten: a test fails for what it leaves there. */
  complaints: () => string[];
}

/** The true application in jsdom over a true server without a port, but for the socket's. */
export const useScreens = (): Screens => {
  const server = useTestServer();
  let app: Hono;
  const network = setupServer(http.all(`*${API_BASE}/*`, ({ request }) => app.fetch(request)));
  let opened: Services | null = null;
  let visitor: RoleSlug | null = null;
  const complaints = useConsole();

  // A new one for each test: the server remembers slow counts for some seconds.
  beforeEach(() => {
    app = createApp(server().deps);
  });
  beforeAll(() => network.listen({ onUnhandledRequest: refuseStrangers }));
  afterAll(() => network.close());
  const leave = async (): Promise<void> => {
    cleanup();
    opened?.realtime.close();
    await opened?.queryClient.cancelQueries();
    opened?.queryClient.clear();
    opened = null;
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
    const services = await createServices({
      session: createSession({ calls, storage: window.localStorage, tab }),
      socketUrl: await server().listen(),
      leaveFor: path => left.push(path),
    });
    if (!services) throw new Error('the profile could not be loaded');
    opened = services;
    // As in production: the second run of effects in StrictMode would take the focus from where dialogs put it.
    render(<App services={services} />);
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

/** What another tab stores, told to this one as a browser does. */
const storingFor =
  (tab: EventTarget): OpenScreen['storeElsewhere'] =>
  (key, newValue) => {
    if (newValue === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, newValue);
    tab.dispatchEvent(Object.assign(new Event('storage'), { key, newValue, storageArea: window.localStorage }));
  };

/** Only the socket may pass by the server without a port. */
const refuseStrangers = (request: Request): void => {
  if (new URL(request.url).hostname !== '127.0.0.1')
    throw new Error(`${request.method} ${request.url} leaves the test`);
};

/** The next person starts with an empty browser. */
const forgetVisit = (): void => {
  window.localStorage.clear();
  window.sessionStorage.clear();
  globalThis.indexedDB = new IDBFactory();
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`;
};

/** Goes to another address in the application that is open, as the browser's own way forward would. */
export const goTo = (address: string): void => {
  const { idx = 0 } = (window.history.state ?? {}) as { idx?: number };
  window.history.pushState({ idx: idx + 1, key: address }, '', address);
  window.dispatchEvent(new PopStateEvent('popstate'));
};
