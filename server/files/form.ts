import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';

/** A form that cannot be read, whatever it was to carry. */
export class FormFault extends Error {
  readonly kind: 'notMultipart' | 'tooLarge' | 'broken';
  constructor(kind: FormFault['kind'], options?: ErrorOptions) {
    super(kind, options);
    this.kind = kind;
  }
}

/** A file as it arrives; `truncated` once it was larger than allowed and the rest was dropped. */
export type FormFile = Pick<BusboyFileStream, 'truncated'> & Readable;

interface Options {
  /** How large a file may be, in bytes; the rest of a larger one is dropped. */
  fileBytes: number;
  /** How many files are taken. */
  files: number;
  /** Takes a file in; one of another field is left, by answering nothing. */
  take: (field: string, file: FormFile, fileName: string) => Promise<unknown> | undefined;
}

/** How large a form may be besides its files, in bytes. */
const FORM_BYTES = 2 ** 16;

/**
 * Reads a multipart form as it arrives: no more of it is in memory than is on its way.
 * @returns whether the form has more files than are taken
 * @throws {FormFault}, and what `take` throws
 */
export const readForm = async (request: Request, { fileBytes, files, take }: Options): Promise<boolean> => {
  const contentType = request.headers.get('Content-Type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(contentType) || !request.body) throw new FormFault('notMultipart');
  const limit = files * fileBytes + FORM_BYTES;
  if (Number(request.headers.get('Content-Length') ?? 0) > limit) throw new FormFault('tooLarge');
  const form = asForm(contentType, { fileSize: fileBytes, files, fields: 20 });
  const taken: Promise<unknown>[] = [];
  const failures: unknown[] = [];
  form.on('file', (field: string, stream: BusboyFileStream, fileName: string) => {
    const work = take(field, stream, fileName);
    if (!work) {
      stream.resume();
      return;
    }
    // The rest of the form would wait forever for this file to be read.
    work.catch((error: Error) => {
      failures.push(error);
      form.destroy(error);
    });
    taken.push(work);
  });
  let hasMore = false;
  form.on('filesLimit', () => (hasMore = true));
  try {
    await pipeline(Readable.fromWeb(request.body as never), bounded(limit), form);
  } catch (error) {
    if (failures.length > 0) throw failures[0];
    throw error instanceof FormFault ? error : new FormFault('broken', { cause: error });
  }
  await Promise.all(taken);
  return hasMore;
};

const asForm = (contentType: string, limits: { fileSize: number; files: number; fields: number }) => {
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits });
  } catch (error) {
    throw new FormFault('notMultipart', { cause: error });
  }
};

/** Cuts off a form without a stated length at the limit. */
const bounded = (limit: number) =>
  async function* (body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    for await (const chunk of body) {
      bytes += chunk.byteLength;
      if (bytes > limit) throw new FormFault('tooLarge');
      yield chunk;
    }
  };
