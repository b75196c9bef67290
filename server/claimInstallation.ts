import { BUILD } from '#contract/limits.ts';
import { type Config, type Secrets, StartupError } from './config.ts';
import type { Database } from './db/database.ts';
import { installation } from './db/schema.ts';
import { digestSecrets, findSecrets, loadSecrets } from './secrets.ts';
import { translate } from './translate.ts';

/**
 * Makes sure that this server has the secrets that the database was used with, and records its build. Other secrets
 * would sign everybody out and cut off the cafes, whose keys are derived from them. A database that was never used takes
 * the secrets of the first server.
 * @throws {StartupError} when the secrets are other ones, or have been lost
 */
export const claimInstallation = async (db: Database, config: Config): Promise<Secrets> => {
  const [known] = await db.select({ digest: installation.secrets_digest }).from(installation);
  const secrets = known ? findSecrets(config) : loadSecrets(config);
  if (!secrets) throw new StartupError(translate('start.noSecrets'));
  const secrets_digest = digestSecrets(secrets);
  // Another server may have been the first since.
  await db.insert(installation).values({ build: BUILD, secrets_digest }).onConflictDoNothing();
  const [stored] = await db.select({ digest: installation.secrets_digest }).from(installation);
  if (stored?.digest !== secrets_digest) throw new StartupError(translate('start.otherSecrets'));
  await db.update(installation).set({ build: BUILD });
  return secrets;
};

/** Makes the database accept the secrets of this server from now on. */
export const acceptSecrets = async (db: Database, config: Config): Promise<void> => {
  const secrets_digest = digestSecrets(loadSecrets(config));
  await db
    .insert(installation)
    .values({ build: BUILD, secrets_digest })
    .onConflictDoUpdate({ target: installation.id, set: { secrets_digest } });
};
