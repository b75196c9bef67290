import { createContext, useContext } from 'react';
import { ApiError } from './errors.ts';

/** For what is only logged (§8: the socket token). */
export type Log = (message: string, error?: unknown) => void;

/** Where errors are told to those who mend them. */
export interface Reporter {
  /** Reports an error; §8: errors whose text is 401 or 404 are ignored. */
  report: (error: unknown, context?: Record<string, unknown>) => void;
  log: Log;
}

interface ReporterOptions {
  /** Takes what is worth reporting. */
  send: (error: unknown, context: Record<string, unknown>) => void;
  log: Log;
}

/** A reporter that drops what §8 says to ignore. */
export const createReporter = ({ send, log }: ReporterOptions): Reporter => ({
  report: (error, context = {}) => {
    if (!isIgnored(error)) send(error, context);
  },
  log,
});

/** A reporter that writes to the console; for development, and until a service is named. */
export const consoleReporter = (): Reporter =>
  createReporter({
    send: (error, context) => console.error(error, context),
    log: (message, error) => console.warn(message, error ?? ''),
  });

/** §8: errors whose text is 401 or 404. */
const isIgnored = (error: unknown): boolean => {
  if (error instanceof ApiError && (error.status === 401 || error.status === 404)) return true;
  const text = error instanceof Error ? error.message : String(error);
  return /^(Request failed with status code )?(401|404)$/.test(text.trim());
};

export const ReporterContext = createContext<Reporter | null>(null);

/** `report` of the application's reporter; always the same function. @throws outside `<ReporterContext>` */
export const useReport = (): Reporter['report'] => {
  const reporter = useContext(ReporterContext);
  if (!reporter) throw new Error('useReport must be called below <ReporterContext>');
  return reporter.report;
};
