import { QueryClient } from '@tanstack/react-query';
import { effects } from '../http/errors.ts';
import { failureOf } from '../http/httpError.ts';

const MAX_RETRIES = 2;
/** Milliseconds before the first retry; the next one waits twice as long. */
const FIRST_DELAY = 500;

/** Whether a failed read is retried: only where the failure may pass by itself (decision 30). */
export const shouldRetry = (failures: number, error: unknown): boolean => {
  const failure = failureOf(error);
  return failures < MAX_RETRIES && failure !== null && effects[failure.kind].isPassing;
};

/**
 * The cache of server state, with the application's rule for retries: reads only, a write is sent once.
 * Without a network a call fails visibly; the library's default would hold it back and show nothing.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay: failures => FIRST_DELAY * 2 ** failures,
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchOnWindowFocus: false,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
