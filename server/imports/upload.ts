import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { importLimits } from '#contract/limits.ts';
import { TableRefusal } from '../table/refusal.ts';

/** A file that came with a request and lies on the disk now. */
export interface Upload {
  path: string;
  /** As the user calls it; for people only, never a path. */
  fileName: string;
}

/** Opens the file that an upload is written to. */
type OpenFile = (path: string) => Writable;
const openOwned: OpenFile = path => createWriteStream(path, { mode: 0o600 });

/** What a form may weigh beside its file. */
const FORM_BYTES = 2 ** 16;

const folderOf = (dataDir: string): string => join(dataDir, 'imports');

/**
 * Writes the one file of a form to the disk as it arrives: no more of it is in memory than is on its way.
 * @throws {TableRefusal} when it is not exactly one file in the field `field`, or too large.
 */
export const saveUpload = async (
  request: Request,
  field: string,
  dataDir: string,
  open: OpenFile = openOwned,
): Promise<Upload> => {
  const contentType = request.headers.get('Content-Type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(contentType) || !request.body)
    throw new TableRefusal('notMultipart', { field });
  if (Number(request.headers.get('Content-Length') ?? 0) > importLimits.fileBytes + FORM_BYTES) throw tooLarge();
  const folder = folderOf(dataDir);
  await mkdir(folder, { recursive: true });
  const path = join(folder, randomUUID());
  try {
    const fileName = await receive(request.body, contentType, field, () => open(path));
    return { path, fileName };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
};

/** Removes uploads that a stopped server left, those older than so many ms. */
export const clearUploads = async (dataDir: string, age: number): Promise<void> => {
  const folder = folderOf(dataDir);
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs >= age) await rm(path, { force: true });
  }
};

interface Received {
  field: string;
  fileName: string;
}

const receive = async (
  body: ReadableStream,
  contentType: string,
  field: string,
  open: () => Writable,
): Promise<string> => {
  const files: Received[] = [];
  const writing: Promise<void>[] = [];
  let failure: Error | undefined;
  const form = asForm(contentType, field);
  form.on('file', (name, stream, fileName) => {
    files.push({ field: name, fileName });
    if (name === field && files.length === 1) {
      const written = write(stream, open());
      // What comes behind would wait for room for ever.
      written.catch((error: Error) => {
        failure ??= error;
        form.destroy(error);
      });
      writing.push(written);
    } else stream.resume();
  });
  try {
    await pipeline(Readable.fromWeb(body as never), bounded, form);
  } catch (error) {
    if (failure) throw failure;
    throw error instanceof TableRefusal ? error : new TableRefusal('brokenUpload', {}, { cause: error });
  }
  const [file, second] = files;
  if (second) throw new TableRefusal('severalFiles');
  if (!file) throw new TableRefusal('noFile', { field });
  if (file.field !== field) throw new TableRefusal('wrongField', { name: file.field, field });
  await Promise.all(writing);
  return file.fileName.replace(/\p{Cc}/gu, '').slice(-255) || 'table';
};

const asForm = (contentType: string, field: string) => {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { fileSize: importLimits.fileBytes, fields: 20, parts: 24 },
    });
  } catch (error) {
    throw new TableRefusal('notMultipart', { field }, { cause: error });
  }
};

const write = async (stream: BusboyFileStream, file: Writable): Promise<void> => {
  await pipeline(stream, file);
  if (stream.truncated) throw tooLarge();
};

/** A form that never says how long it is ends here. */
async function* bounded(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > importLimits.fileBytes + FORM_BYTES) throw tooLarge();
    yield chunk;
  }
}

const tooLarge = () => new TableRefusal('tooLarge', { limit: importLimits.fileBytes / 2 ** 20 });
