import { afterAll, beforeAll, beforeEach } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { type Api, createApi } from '#providers/http/http.ts';
import type { Session } from '#providers/session/session.ts';
import type { SessionCalls } from '#providers/session/sessionCalls.ts';
import { type SessionChange, TOKENS_KEY, type Tokens } from '#providers/session/tokenStore.ts';
import { createTestServer, type TestServer } from './server.ts';
import { type Browser, createBrowser, createTabSession, type Tab } from './tabs.ts';

/** Milliseconds after which an access token has expired. */
export const TEN_MINUTES = 601_000;

export interface Client {
  tab: Tab;
  session: Session;
  /** Refresh tokens it has sent, to count the refreshes. */
  refreshes: string[];
  api: Api;
}

interface Clients {
  server: () => TestServer;
  baseUrl: () => string;
  /** Opens a tab in the test's browser, or in another browser that shares no storage with it. */
  open: (options?: Parameters<typeof createTabSession>[2], where?: Browser) => Client;
}

/**
 * Clients of a real server on a port, reset before each test. Signing in skips the password hash, which takes 0.2 s.
 */
export const useClients = (): Clients => {
  let started: TestServer;
  let baseUrl = '';
  let browser: Browser;
  beforeAll(async () => {
    started = await createTestServer();
  });
  afterAll(() => started.close());
  beforeEach(async () => {
    await started.reset();
    baseUrl = `${await started.listen()}/api`;
    browser = createBrowser();
  });
  const login: SessionCalls['login'] = async () => {
    const { access, refresh } = await started.signIn('admin');
    return { access, refresh };
  };
  return {
    server: () => started,
    baseUrl: () => baseUrl,
    open: (options = {}, where = browser) => {
      const tab = where.openTab();
      const { session, refreshes } = createTabSession(baseUrl, tab, { ...options, calls: { login, ...options.calls } });
      return { tab, session, refreshes, api: createApi({ baseUrl, session }) };
    },
  };
};

export const credentials = { email: 'a@example.com', password: 'x' };
export const signIn = ({ session }: Client): Promise<void> => session.signIn(credentials);
export const stored = ({ tab }: Client): Tokens => JSON.parse(tab.storage.getItem(TOKENS_KEY) ?? 'null') as Tokens;
export const askForProfile = ({ api }: Client) => api(endpoints.auth.profile);
export const many = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

export const changesOf = ({ session }: Client): SessionChange[] => {
  const changes: SessionChange[] = [];
  session.onChange(change => changes.push(change));
  return changes;
};

/**
 * Waits until a stored value has reached the other tabs. Several rounds, because on a slow machine many timers fall due
 * at once.
 */
export const nextTask = async (): Promise<void> => {
  for (let round = 0; round < 5; round += 1) await new Promise(resolve => setTimeout(resolve, 1));
};
