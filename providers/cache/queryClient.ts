import { QueryClient } from '@tanstack/react-query';
import { errorEffects } from '../http/errors.ts';
import { findApiError } from '../http/httpError.ts';

const MAX_RETRIES = 2;
const FIRST_RETRY_DELAY_MS = 500;

export const shouldRetry = (failures: number, error: unknown): boolean => {
  const failure = findApiError(error);
  return failures < MAX_RETRIES && failure !== null && errorEffects[failure.kind].isTransient;
};

/**
 * The query cache with the application's retry rule: only reads are retried, because repeating a write could apply it
 * twice. With `networkMode: 'always'`, requests fail visibly while the user is offline; by default, the library pauses
 * them silently.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay: failures => FIRST_RETRY_DELAY_MS * 2 ** failures,
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchOnWindowFocus: false,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
