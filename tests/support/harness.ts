/** The application's client without screens, for tests of many tabs in a real browser; `harnessPage.ts` bundles it. */
import { endpoints } from '#contract/endpoints.ts';
import { API_BASE } from '#contract/limits.ts';
import { createApi } from '#providers/http/http.ts';
import { createSession } from '#providers/session/session.ts';
import { createSessionCalls } from '#providers/session/sessionCalls.ts';

export interface Asked {
  answered: number;
  isSignedIn: boolean;
}

export interface Harness {
  signIn: (email: string) => Promise<void>;
  signOut: () => Promise<void>;
  ask: (count: number) => Promise<Asked>;
  hasLocks: boolean;
}

const locks = navigator.locks as LockManager | undefined;
const session = createSession({ calls: createSessionCalls(API_BASE), storage: localStorage, tab: window, locks });
const api = createApi({ baseUrl: API_BASE, session });

const harness: Harness = {
  signIn: email => session.signIn({ email, password: 'demo-demo' }),
  signOut: () => session.signOut(),
  ask: async count => {
    const outcomes = await Promise.allSettled(Array.from({ length: count }, () => api(endpoints.auth.profile)));
    const answered = outcomes.filter(({ status }) => status === 'fulfilled').length;
    return { answered, isSignedIn: session.isSignedIn() };
  },
  hasLocks: locks !== undefined,
};
Object.assign(window, { harness });
