import { QueryClient } from '@tanstack/react-query';
import { failureOf } from './httpError.ts';

/** Failures that may pass by themselves; asking again cannot help the others (§8). */
const passing: ReadonlySet<string> = new Set(['network', 'unavailable']);
const MAX_RETRIES = 2;

/** Whether react-query asks once more after a failure. */
export const shouldRetry = (failures: number, error: unknown): boolean =>
  failures < MAX_RETRIES && passing.has(failureOf(error)?.kind ?? '');

/** The cache of server state, with the application's rule for retries. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { retry: shouldRetry, refetchOnWindowFocus: false } } });
