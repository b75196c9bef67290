import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { CommandError } from '../commands/command.ts';
import { translateCommand } from '../translate.ts';

/**
 * What a backup contains. Written last, so that a folder without it is not a backup.
 *
 * The folder also holds `tables/<name>.jsonl.gz`, the files under `files/`, their sums in `files.sha256` as the program
 * `sha256sum` writes them, and `secrets.json` if the installation keeps its secrets in the data directory.
 */
const Manifest = z.object({
  format: z.literal(1),
  /** The build that made it. */
  build: z.string(),
  /** The version of the schema (`getSchemaVersion`). */
  schema: z.number(),
  created_at: z.iso.datetime(),
  tables: z.record(z.string(), z.object({ rows: z.int(), sha256: z.string() })),
  sequences: z.record(z.string(), z.int()),
  files: z.object({ count: z.int(), bytes: z.int(), sha256: z.string() }),
  secrets: z.boolean(),
});
export type Manifest = z.output<typeof Manifest>;

export const MANIFEST_FILE = 'manifest.json';
export const FILE_SUMS_FILE = 'files.sha256';
export const SECRETS_FILE = 'secrets.json';

export const getTablePath = (folder: string, table: string): string => join(folder, 'tables', `${table}.jsonl.gz`);

/** @throws {CommandError} when the folder is not a complete backup */
export const readManifest = async (folder: string): Promise<Manifest> => {
  try {
    return Manifest.parse(JSON.parse(await readFile(join(folder, MANIFEST_FILE), 'utf8')));
  } catch (error) {
    throw new CommandError(translateCommand('failures.noBackup', { folder }), undefined, { cause: error });
  }
};

export const createDamageError = (part: string, cause?: unknown): CommandError =>
  new CommandError(translateCommand('failures.damagedPart', { part }), undefined, { cause });

export const hashFile = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
};

export interface FileSum {
  name: string;
  sha256: string;
}

export const formatFileSum = ({ name, sha256 }: FileSum): string => `${sha256}  files/${name}\n`;

/** @throws {CommandError} when the list was damaged */
export const readFileSums = async (folder: string, { files }: Manifest): Promise<FileSum[]> => {
  const text = await readFile(join(folder, FILE_SUMS_FILE), 'utf8').catch(() => '');
  if (createHash('sha256').update(text).digest('hex') !== files.sha256) throw createDamageError(FILE_SUMS_FILE);
  return text
    .split('\n')
    .filter(Boolean)
    .map(line => ({ sha256: line.slice(0, 64), name: line.slice('  files/'.length + 64) }));
};
