import { join } from 'node:path';
import { z } from 'zod';
import { translateCommand } from '../translate.ts';
import { CommandError, serverCommand } from './command.ts';

/**
 * Where a server copies its database for a backup: inside the data directory, since a server that runs as a service may
 * be unable to write anywhere else, and may see another `/tmp` than the command.
 */
export const getCopyPlace = (dataDir: string): string => join(dataDir, 'database.copy');

/** The part of a backup that only the process with the embedded database can do. */
export const databaseCopy = serverCommand({
  about: 'backup',
  input: z.object({}),
  run: async ({ copyDatabase, config: { dataDir } }) => {
    if (!copyDatabase) throw new CommandError(translateCommand('failures.notEmbedded'));
    try {
      await copyDatabase(getCopyPlace(dataDir));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      throw new CommandError(translateCommand('failures.noSpace', { folder: dataDir }), undefined, { cause: error });
    }
    return { result: {}, lines: [] };
  },
});
