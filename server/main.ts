import { readConfig, StartupError } from './config.ts';
import { DEMO_PASSWORD } from './demo/people.ts';
import { consoleLog } from './log.ts';
import { startServer } from './startServer.ts';
import { translate } from './translate.ts';

/**
 * Starts the server and prints its address. A `StartupError` is printed without a stack, because its cause is a setting.
 */
const main = async (): Promise<void> => {
  const { address, accounts, close } = await startServer(readConfig(process.env), consoleLog);
  const stop = async () => {
    await close();
    consoleLog.info(translate('start.stopped'));
    process.exit(0);
  };
  process.once('SIGTERM', () => void stop());
  process.once('SIGINT', () => void stop());
  if (accounts.length > 0) {
    consoleLog.info(translate('start.accounts', { password: DEMO_PASSWORD }));
    for (const email of accounts) consoleLog.info(`  ${email}`);
  }
  consoleLog.info(translate('start.ready', { address }));
};

try {
  await main();
} catch (error) {
  if (error instanceof StartupError) console.error(error.message);
  else console.error(error);
  process.exit(1);
}
