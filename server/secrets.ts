import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, Secrets, StartupError } from './config.ts';
import { translate } from './translate.ts';

export const generateSecrets = (): Secrets => ({ access: generateKey(), refresh: generateKey() });
const generateKey = () => randomBytes(48).toString('base64url');

type SecretsPlace = Pick<Config, 'dataDir' | 'secrets' | 'secretsFile'>;

/**
 * The secrets of the environment, or else those of the data directory, created at the first start (mode 0600).
 * @throws {StartupError} when the file that the environment names has none
 */
export const loadSecrets = (place: SecretsPlace): Secrets => findSecrets(place) ?? createSecretsFile(place.dataDir);

/** As `loadSecrets`, but null if there are none yet. */
export const findSecrets = ({ dataDir, secrets, secretsFile }: SecretsPlace): Secrets | null => {
  if (secrets) return secrets;
  if (!secretsFile) return readSecrets(getSecretsPath(dataDir));
  try {
    return Secrets.parse(JSON.parse(readFileSync(secretsFile, 'utf8')));
  } catch (error) {
    throw new StartupError(translate('config.SECRETS_FILE', { value: secretsFile }), { cause: error });
  }
};

/** Tells secrets apart without revealing them, since they are random and long. */
export const digestSecrets = ({ access, refresh }: Secrets): string =>
  createHash('sha256').update(`${access} ${refresh}`).digest('base64url');

const getSecretsPath = (dataDir: string): string => join(dataDir, 'secrets.json');

const readSecrets = (path: string): Secrets | null => {
  try {
    return Secrets.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

/** Links a finished file, so that processes that start at the same moment all use the same secrets. */
const createSecretsFile = (dataDir: string): Secrets => {
  mkdirSync(dataDir, { recursive: true });
  const path = getSecretsPath(dataDir);
  const draft = join(dataDir, `secrets.${randomUUID()}`);
  writeFileSync(draft, JSON.stringify(generateSecrets()), { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return Secrets.parse(JSON.parse(readFileSync(path, 'utf8')));
};
