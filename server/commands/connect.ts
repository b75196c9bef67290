import type { Config } from '../config.ts';
import { hasEmbeddedDatabase } from '../db/database.ts';
import { createLog } from '../log.ts';
import { openInstallation } from '../openInstallation.ts';
import { createEventBus } from '../realtime/eventBus.ts';
import { shareEventBus } from '../realtime/sharedEventBus.ts';
import { translateCommand } from '../translate.ts';
import { type CommandDeps, CommandError, type Outcome } from './command.ts';
import { callServer, executeCommand } from './control.ts';
import { findServerCommand, type ServerCommandName } from './registry.ts';

/**
 * Executes a command in the server that holds the embedded database, or else opens the database itself. PostgreSQL is
 * always opened: other servers learn of the changes as they do from each other.
 * @throws {StartupError} {@link CommandError}
 */
export const execute = async (config: Config, name: ServerCommandName, input: unknown): Promise<Outcome> => {
  const outcome = config.databaseUrl ? null : await callServer(config.dataDir, name, input);
  if (outcome) return outcome;
  const command = findServerCommand(name);
  if (command && !isInstalled(config)) command.beforeCreation?.(command.input.parse(input));
  return withInstallation(config, deps => executeCommand(deps, name, input), {
    createsDatabase: command?.beforeCreation !== undefined,
  });
};

/** On standard error, because standard output is the answer of the command. */
const log = createLog({ format: 'text', level: 'info', write: lines => void process.stderr.write(lines) });

/**
 * Opens an installation for a command of this process. Never upgrades a database, because older servers may be running.
 * @throws {StartupError} while a server holds it {@link CommandError} when there is none
 */
export const withInstallation = async <R>(
  config: Config,
  operation: (deps: CommandDeps) => Promise<R>,
  { createsDatabase = false }: { createsDatabase?: boolean } = {},
): Promise<R> => {
  if (!createsDatabase) assertInstalled(config);
  const { database, files, close } = await openInstallation(config, { upgrade: false });
  try {
    const realtime = createEventBus();
    const stopSharing = config.databaseUrl ? await shareEventBus(realtime, config.databaseUrl, log) : null;
    try {
      return await operation({
        config,
        db: database.db,
        databaseKind: database.kind,
        copyDatabase: database.copyTo,
        files,
        realtime,
        clock: () => new Date(),
      });
    } finally {
      await stopSharing?.();
    }
  } finally {
    await close();
  }
};

/**
 * Without the settings of the server, a command would create an empty database in another folder, and find or back up
 * nothing there.
 */
export const assertInstalled = (config: Config): void => {
  if (!isInstalled(config)) throw new CommandError(translateCommand('failures.noDatabase', { folder: config.dataDir }));
};

const isInstalled = ({ dataDir, databaseUrl }: Config): boolean =>
  databaseUrl !== undefined || hasEmbeddedDatabase(dataDir);
