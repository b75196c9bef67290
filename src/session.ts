import { createSession, type Session } from '#providers/session/session.ts';
import { createSessionCalls } from '#providers/session/sessionCalls.ts';
import { createVisitCookie } from '#providers/session/visitCookie.ts';
import { config } from './config.ts';
import { reporter } from './reporter.ts';

/** The calls that begin and end a session, and the one for a new password. */
export const sessionCalls = createSessionCalls(config.apiBase, reporter.report);

/** The session of this browser, as this document has it. */
export const openSession = (): Session =>
  createSession({
    calls: sessionCalls,
    storage: window.localStorage,
    tab: window,
    // Missing on plain http under a name that is not localhost.
    locks: navigator.locks as LockManager | undefined,
    visit: createVisitCookie(document),
  });
