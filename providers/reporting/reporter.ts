import { ApiError } from '../http/errors.ts';

/** For errors that are logged but never reported (§8: the socket token). */
export type Log = (message: string, error?: unknown) => void;

interface ReportContext {
  source?: string;
  componentStack?: string | undefined;
  /** Request and response bodies, because they are often the only clue to an unreadable response. */
  sent?: unknown;
  received?: unknown;
}

export interface Reporter {
  /** §8: errors whose text is 401 or 404 are ignored. */
  report: (error: unknown, context?: ReportContext) => void;
  /** Loads the reporting service ahead of the first report, so that a later network failure can still be reported. */
  start: () => void;
  log: Log;
}

export type ApiErrorReporter = (error: ApiError, bodies: Pick<ReportContext, 'sent' | 'received'>) => void;

/** `timestamp`: when the error occurred, in epoch ms, because reports may be sent much later. */
export type SendReport = (error: unknown, context: ReportContext, timestamp: number) => void;

const createReporter = (send: SendReport, start: () => void): Reporter => ({
  report: (error, context = {}) => {
    if (!isIgnored(error)) send(error, context, Date.now());
  },
  start,
  log: (message, error) => console.warn(message, error ?? ''),
});

/** Used if no reporting service is configured. Does not log bodies, because they may contain personal data. */
export const createConsoleReporter = (): Reporter =>
  createReporter(
    (error, { sent: _sent, received: _received, ...context }) => console.error(error, context),
    () => undefined,
  );

interface LazyOptions {
  load: () => Promise<SendReport>;
  page: EventTarget;
}

/**
 * Reports buffered while the service loads. The first reports are kept, since later errors are usually consequences of
 * the first.
 */
const MAX_BUFFERED = 50;

/**
 * Loads the service on the first report, because it must not be part of the initial bundle; reports until then are
 * buffered.
 */
export const createLazyReporter = ({ load, page }: LazyOptions): Reporter => {
  const bufferedReports: Parameters<SendReport>[] = [];
  let send: SendReport | null = null;
  let isLoading = false;
  const onUncaught = (event: Event): void => {
    const { error, reason, message } = event as Event & { error?: unknown; reason?: unknown; message?: string };
    report(error ?? reason ?? message, { source: 'window' });
  };
  const uncaughtEventNames = ['error', 'unhandledrejection'];
  const attachService = (service: SendReport): void => {
    send = service;
    for (const name of uncaughtEventNames) page.removeEventListener(name, onUncaught);
    for (const bufferedReport of bufferedReports.splice(0)) service(...bufferedReport);
  };
  const start = async (): Promise<void> => {
    if (isLoading || send) return;
    isLoading = true;
    try {
      attachService(await load());
    } catch (error) {
      log('The reporter could not be loaded', error);
    } finally {
      isLoading = false;
    }
  };
  const sendOrBuffer: SendReport = (...args) => {
    if (send) return send(...args);
    if (bufferedReports.length < MAX_BUFFERED) bufferedReports.push(args);
    void start();
  };
  const reporter = createReporter(sendOrBuffer, () => void start());
  const { report, log } = reporter;
  for (const name of uncaughtEventNames) page.addEventListener(name, onUncaught);
  return reporter;
};

export const isIgnored = (error: unknown): boolean => {
  if (error instanceof ApiError && (error.status === 401 || error.status === 404)) return true;
  const text = error instanceof Error ? error.message : String(error);
  return /^(Request failed with status code )?(401|404)$/.test(text.trim());
};
