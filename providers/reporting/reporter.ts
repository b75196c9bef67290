import { ApiError } from '../http/errors.ts';

/** For what is only logged (§8: the socket token). */
export type Log = (message: string, error?: unknown) => void;

/** What is known of an error beside itself. */
interface Context {
  /** Where it came up. */
  place?: string;
  /** React's path of components to where it was thrown. */
  componentStack?: string | undefined;
  /** The bodies of a failed call. */
  sent?: unknown;
  received?: unknown;
}

/** Where errors are told to those who mend them. */
export interface Reporter {
  /** Reports an error; §8: errors whose text is 401 or 404 are ignored. */
  report: (error: unknown, context?: Context) => void;
  /** Loads what takes the reports, ahead of the first one. */
  start: () => void;
  log: Log;
}

/** Told of a failed call with its bodies. */
export type ReportFault = (error: ApiError, bodies: Pick<Context, 'sent' | 'received'>) => void;

/** Takes what is worth reporting; `at` is when it came up, in ms since 1970. */
export type Send = (error: unknown, context: Context, at: number) => void;

/** A reporter that drops what §8 says to ignore. */
const reporterOver = (send: Send, start: () => void): Reporter => ({
  report: (error, context = {}) => {
    if (!isIgnored(error)) send(error, context, Date.now());
  },
  start,
  log: (message, error) => console.warn(message, error ?? ''),
});

/** A reporter that writes to the console, bodies left out; where no service is named. */
export const consoleReporter = (): Reporter =>
  reporterOver(
    (error, { sent: _sent, received: _received, ...context }) => console.error(error, context),
    () => undefined,
  );

interface LazyOptions {
  load: () => Promise<Send>;
  /** What tells of errors that nobody caught: `window`. Once loaded the service listens for itself. */
  page: EventTarget;
}

/** Reports that wait while the service is being loaded: the first ones say what broke. */
const MAX_KEPT = 50;

/** A reporter whose service is loaded when it is needed; what comes before that is kept and sent then. */
export const lazyReporter = ({ load, page }: LazyOptions): Reporter => {
  const kept: Parameters<Send>[] = [];
  let send: Send | null = null;
  let isLoading = false;
  const hear = (event: Event): void => {
    const { error, reason, message } = event as Event & { error?: unknown; reason?: unknown; message?: string };
    report(error ?? reason ?? message, { place: 'window' });
  };
  const uncaught = ['error', 'unhandledrejection'];
  const loaded = (service: Send): void => {
    send = service;
    for (const name of uncaught) page.removeEventListener(name, hear);
    for (const one of kept.splice(0)) service(...one);
  };
  const start = async (): Promise<void> => {
    if (isLoading || send) return;
    isLoading = true;
    try {
      loaded(await load());
    } catch (error) {
      // The next report tries again.
      log('The reporter could not be loaded', error);
    } finally {
      isLoading = false;
    }
  };
  const take: Send = (...one) => {
    if (send) return send(...one);
    if (kept.length < MAX_KEPT) kept.push(one);
    void start();
  };
  const reporter = reporterOver(take, () => void start());
  const { report, log } = reporter;
  for (const name of uncaught) page.addEventListener(name, hear);
  return reporter;
};

/** §8: errors whose text is 401 or 404. */
export const isIgnored = (error: unknown): boolean => {
  if (error instanceof ApiError && (error.status === 401 || error.status === 404)) return true;
  const text = error instanceof Error ? error.message : String(error);
  return /^(Request failed with status code )?(401|404)$/.test(text.trim());
};
