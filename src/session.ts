import { createSession } from '#providers/session/session.ts';
import { createSessionCalls } from '#providers/session/sessionCalls.ts';
import { createVisitCookie } from '#providers/session/visitCookie.ts';
import { config } from './config.ts';
import { reporter } from './reporter.ts';

const open = () =>
  createSession({
    calls: createSessionCalls(config.apiBase, reporter.report),
    storage: window.localStorage,
    tab: window,
    // Missing on plain http under a name that is not localhost.
    locks: navigator.locks as LockManager | undefined,
    visit: createVisitCookie(document),
  });

let opened: ReturnType<typeof open> | undefined;

/**
 * The session of this document, opened when it is first asked for: the sign-in page and the application it mounts
 * share it.
 */
export const session = () => (opened ??= open());
