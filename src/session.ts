import { readPageLocale } from '#providers/locale/localeCookie.ts';
import { createSession, type Session } from '#providers/session/session.ts';
import { createSessionCalls } from '#providers/session/sessionCalls.ts';
import { createSessionCookie } from '#providers/session/sessionCookie.ts';
import { config } from './config.ts';
import { reporter } from './reporter.ts';
import { sharedStorage } from './storage.ts';

export const sessionCalls = createSessionCalls(config.apiBase, { report: reporter.report, language: readPageLocale });

export const openSession = (): Session =>
  createSession({
    calls: sessionCalls,
    storage: sharedStorage,
    tab: window,
    // Undefined on plain http on hosts other than localhost.
    locks: navigator.locks as LockManager | undefined,
    sessionCookie: createSessionCookie(document),
  });
