import { randomBytes, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Secrets = z.object({
  /** Cafes' keys are derived from it too, so they change with it. */
  access: z.string().min(32),
  refresh: z.string().min(32),
});
export type Secrets = z.output<typeof Secrets>;

export const generateSecrets = (): Secrets => ({ access: generateKey(), refresh: generateKey() });
const generateKey = () => randomBytes(48).toString('base64url');

/**
 * The secrets of a data directory, created at the first start (mode 0600). Created by linking a finished file, so that
 * processes that start at the same moment all use the same secrets.
 */
export const loadSecrets = (dataDir: string): Secrets => {
  const path = join(dataDir, 'secrets.json');
  return readSecrets(path) ?? createSecretsFile(dataDir, path);
};

const readSecrets = (path: string): Secrets | null => {
  try {
    return Secrets.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

const createSecretsFile = (dataDir: string, path: string): Secrets => {
  mkdirSync(dataDir, { recursive: true });
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
