import { z } from 'zod';
import { acceptSecrets } from '../claimInstallation.ts';
import { translateCommand } from '../translate.ts';
import { shellCommand } from './command.ts';
import { withInstallation } from './connect.ts';

export const secretsAccept = shellCommand({
  about: 'secretsAccept',
  input: z.object({}),
  runHere: async config => {
    await withInstallation(config, ({ db }) => acceptSecrets(db, config));
    return { result: {}, lines: [translateCommand('done.secrets')] };
  },
});
