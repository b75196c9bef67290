import { readConfig, StartupError } from './config.ts';
import { DEMO_PASSWORD } from './demo/people.ts';
import { createLog, openStandardOutput } from './log.ts';
import { startServer } from './startServer.ts';
import { translate } from './translate.ts';

/**
 * Starts the server and prints its address. A `StartupError` is printed without a stack, because its cause is a setting.
 */
const main = async (): Promise<void> => {
  const config = readConfig(process.env, { isTerminal: process.stdout.isTTY });
  const log = createLog({ format: config.logFormat, level: config.logLevel, write: openStandardOutput() });
  // Node itself would print the error with all that is attached to it, such as the values of a statement.
  process.once('uncaughtException', error => {
    log.error('the server ends', error);
    process.exit(1);
  });
  const stop = async (exitCode: number) => {
    await (await starting).close();
    log.info(translate('start.stopped'));
    process.exit(exitCode);
  };
  let stopping: Promise<void> | undefined;
  const stopOnce = (exitCode: number) => void (stopping ??= stop(exitCode));
  const starting = startServer(config, log, error => {
    log.error(error.message, error.cause);
    stopOnce(1);
  });
  const { address, accounts } = await starting;
  // Not once: who stops npm with all of its processes causes several, and one without a listener would kill.
  process.on('SIGTERM', () => stopOnce(0));
  // Whoever repeats it at a terminal has no time to wait.
  process.once('SIGINT', () => stopOnce(0));
  if (accounts.length > 0)
    log.info([translate('start.accounts', { password: DEMO_PASSWORD }), ...accounts].join('\n  '));
  log.info(translate('start.ready', { address }));
};

try {
  await main();
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  console.error(error.message);
  process.exit(1);
}
