import { z } from 'zod';
import { acceptFiles } from '../claimFiles.ts';
import { translateCommand } from '../translate.ts';
import { shellCommand } from './command.ts';
import { withInstallation } from './connect.ts';

export const filesAccept = shellCommand({
  about: 'filesAccept',
  input: z.object({}),
  runHere: async config => {
    await withInstallation(config, acceptFiles);
    return { result: {}, lines: [translateCommand('done.files')] };
  },
});
