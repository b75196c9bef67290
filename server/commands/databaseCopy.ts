import { z } from 'zod';
import { translateCommand } from '../translate.ts';
import { CommandError, serverCommand } from './command.ts';

/** The part of a backup that only the process with the embedded database can do. */
export const databaseCopy = serverCommand({
  about: 'backup',
  input: z.object({ folder: z.string() }),
  run: async ({ copyDatabase }, { folder }) => {
    if (!copyDatabase) throw new CommandError(translateCommand('failures.notEmbedded'));
    await copyDatabase(folder);
    return { result: { folder }, lines: [] };
  },
});
