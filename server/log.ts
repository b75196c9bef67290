import type { Log } from './http/deps.ts';
import { getWorkContext } from './workContext.ts';

/**
 * The operator's log: information on standard output, errors on standard error, so that they can be redirected
 * separately.
 */
export const consoleLog: Log = {
  info: text => void process.stdout.write(`${text}\n`),
  error: (text, error) => {
    const requestId = getWorkContext().request?.id;
    console.error([new Date().toISOString(), requestId, text].filter(Boolean).join(' '), error);
  },
};
