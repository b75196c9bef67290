import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { importLimits } from '#contract/limits.ts';
import type { ServerDeps } from '../../http/deps.ts';
import { createUploadPath } from '../upload.ts';
import { SourceError } from './sourceError.ts';

export interface ReceivedTable {
  /** A temporary file, which the recipient has to remove. */
  path: string;
  name: string;
  /** SHA-256 of the content, hexadecimal. */
  hash: string;
}

export const createTooLargeError = (name: string): SourceError =>
  new SourceError('tooLarge', { values: { name, limit: importLimits.fileBytes / 2 ** 20 } });

/** Writes a table to disk as it arrives. @throws {SourceError} when it is too large, or the error of the stream */
export const receiveTable = async (
  deps: Pick<ServerDeps, 'config' | 'requireRoom'>,
  name: string,
  body: Readable,
): Promise<ReceivedTable> => {
  await deps.requireRoom?.(importLimits.fileBytes);
  const path = await createUploadPath(deps.config.dataDir);
  const hash = createHash('sha256');
  let bytes = 0;
  async function* measureBytes(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.byteLength;
      if (bytes > importLimits.fileBytes) throw createTooLargeError(name);
      hash.update(chunk);
      yield chunk;
    }
  }
  try {
    await pipeline(body, measureBytes, createWriteStream(path, { mode: 0o600 }));
    return { path, name, hash: hash.digest('hex') };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
};

/** Removes the temporary file of a table that is not taken. */
export const dropTable = async ({ path }: ReceivedTable): Promise<null> => {
  await rm(path, { force: true });
  return null;
};
