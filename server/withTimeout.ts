import { setTimeout as delay } from 'node:timers/promises';

/**
 * The result of an operation that has to end in time. The operation itself goes on.
 * @param ms in milliseconds
 * @throws {TimeoutError} what `TimeoutError` names, when the time is over
 */
export const withTimeout = <T>(
  operation: Promise<T>,
  ms: number,
  TimeoutError: new (message: string) => Error = Error,
): Promise<T> => {
  const ended = new AbortController();
  const expire = async (): Promise<never> => {
    await delay(ms, null, { ref: false, signal: ended.signal });
    throw new TimeoutError(`no answer within ${ms} ms`);
  };
  return Promise.race([operation, expire()]).finally(() => ended.abort());
};
