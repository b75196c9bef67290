import type { Log } from './http/deps.ts';

/** The operator's log: what happens on standard output, what goes wrong on standard error. */
export const consoleLog: Log = {
  info: text => void process.stdout.write(`${text}\n`),
  fault: (text, error) => console.error(`${new Date().toISOString()} ${text}`, error),
};
