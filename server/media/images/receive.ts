import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { imageLimits } from '#contract/limits.ts';
import { translate } from '../../translate.ts';
import { ImageRefusal } from './refusal.ts';

/** An uploaded file, on the disk now. */
export interface ReceivedFile {
  path: string;
  /** The sender's name for it; shown to people, never used as a path. */
  fileName: string;
  /** SHA-256 of the content, hexadecimal. */
  digest: string;
  bytes: number;
  /** The file was larger than allowed; the rest was dropped. */
  isCut: boolean;
}

/** How large a form may be besides its files, in bytes. */
const FORM_BYTES = 2 ** 16;
/** Longer names are cut at the beginning, because the end distinguishes the files of a series. */
const NAME_LENGTH = 200;
const MAX_BYTES = imageLimits.files * imageLimits.fileBytes + FORM_BYTES;

const folderOf = (dataDir: string): string => join(dataDir, 'uploads');

/**
 * Writes the files of a form to the disk as they arrive, runs the work on them, and removes them.
 * @throws {ImageRefusal} when the form is none, or not files of the field alone
 */
export const withFiles = async <T>(
  request: Request,
  field: string,
  dataDir: string,
  work: (files: ReceivedFile[]) => Promise<T>,
): Promise<T> => {
  const folder = join(folderOf(dataDir), randomUUID());
  try {
    const contentType = request.headers.get('Content-Type') ?? '';
    if (!/^multipart\/form-data\s*;/i.test(contentType) || !request.body)
      throw new ImageRefusal('notMultipart', { field });
    if (Number(request.headers.get('Content-Length') ?? 0) > MAX_BYTES) throw tooMany();
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return await work(await receive(request.body, contentType, field, folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Removes uploads older than so many ms, which a stopped server left. */
export const clearReceived = async (dataDir: string, age: number): Promise<void> => {
  for (const name of await readdir(folderOf(dataDir)).catch(() => [])) {
    const path = join(folderOf(dataDir), name);
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs >= age) await rm(path, { recursive: true, force: true });
  }
};

const receive = async (
  body: ReadableStream,
  contentType: string,
  field: string,
  folder: string,
): Promise<ReceivedFile[]> => {
  const writing: Promise<ReceivedFile>[] = [];
  let strange: string | null = null;
  const form = asForm(contentType, field);
  form.on('file', (name, stream, fileName) => {
    if (name !== field) {
      strange = name;
      stream.resume();
      return;
    }
    const written = write(stream, join(folder, String(writing.length)), fileName);
    written.catch(() => {});
    writing.push(written);
  });
  let isOverfull = false;
  form.on('filesLimit', () => (isOverfull = true));
  try {
    await pipeline(Readable.fromWeb(body as never), bounded, form);
  } catch (error) {
    throw error instanceof ImageRefusal ? error : new ImageRefusal('broken', {}, { cause: error });
  }
  if (isOverfull) throw tooMany();
  if (strange !== null) throw new ImageRefusal('wrongField', { name: strange, field });
  if (writing.length === 0) throw new ImageRefusal('noFile', { field });
  return Promise.all(writing);
};

const asForm = (contentType: string, field: string) => {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { fileSize: imageLimits.fileBytes, files: imageLimits.files, fields: 20 },
    });
  } catch (error) {
    throw new ImageRefusal('notMultipart', { field }, { cause: error });
  }
};

const write = async (stream: BusboyFileStream, path: string, fileName: string): Promise<ReceivedFile> => {
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      bytes += chunk.byteLength;
      done(null, chunk);
    },
  });
  await pipeline(stream, measure, createWriteStream(path, { mode: 0o600 }));
  return { path, fileName: shownName(fileName), digest: hash.digest('hex'), bytes, isCut: stream.truncated };
};

/** A name for people: no folders, no control characters and none that turn the direction of writing. */
const shownName = (given: string): string => {
  const name = given.replace(/^.*[/\\]/s, '').replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '');
  return [...name.trim()].slice(-NAME_LENGTH).join('') || translate('unnamedImage');
};

/** Cuts off a form without a stated length at the limit. */
async function* bounded(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw tooMany();
    yield chunk;
  }
}

const tooMany = () => new ImageRefusal('tooManyFiles', { limit: imageLimits.files });
