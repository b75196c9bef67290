import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';

export class FormError extends Error {
  readonly kind: 'notMultipart' | 'tooLarge' | 'broken';
  constructor(kind: FormError['kind'], options?: ErrorOptions) {
    super(kind, options);
    this.kind = kind;
  }
}

/** A file as a stream. `truncated` is set when it exceeds the limit and the excess is dropped. */
export type FormFile = Pick<BusboyFileStream, 'truncated'> & Readable;

interface FormOptions {
  /**
   * Maximum size of a file in bytes; the excess of a larger one is dropped, so that the other files can still be read.
   */
  fileBytes: number;
  files: number;
  /** Consumes a file. Return undefined to skip it, for example because it belongs to a different field. */
  take: (field: string, file: FormFile, fileName: string) => Promise<unknown> | undefined;
}

/** Maximum size of the form's other fields, in bytes. */
const MAX_FIELDS_BYTES = 2 ** 16;

/**
 * Parses a multipart form as a stream, so that even large files take little memory.
 * @returns whether the form has more files than allowed
 * @throws {FormError}, and errors of `take`
 */
export const readForm = async (request: Request, { fileBytes, files, take }: FormOptions): Promise<boolean> => {
  const contentType = request.headers.get('Content-Type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(contentType) || !request.body) throw new FormError('notMultipart');
  const limit = files * fileBytes + MAX_FIELDS_BYTES;
  if (Number(request.headers.get('Content-Length') ?? 0) > limit) throw new FormError('tooLarge');
  const form = createFormParser(contentType, { fileSize: fileBytes, files, fields: 20 });
  const uploads: Promise<unknown>[] = [];
  const failures: unknown[] = [];
  form.on('file', (field: string, stream: BusboyFileStream, fileName: string) => {
    const operation = take(field, stream, fileName);
    if (!operation) {
      stream.resume();
      return;
    }
    // Otherwise the rest of the form would wait forever for this file to be read.
    operation.catch((error: Error) => {
      failures.push(error);
      form.destroy(error);
    });
    uploads.push(operation);
  });
  let hasMore = false;
  form.on('filesLimit', () => (hasMore = true));
  let hasTooManyFields = false;
  form.on('fieldsLimit', () => (hasTooManyFields = true));
  try {
    await pipeline(Readable.fromWeb(request.body as never), limitBytes(limit), form);
  } catch (error) {
    if (failures.length > 0) throw failures[0];
    throw error instanceof FormError ? error : new FormError('broken', { cause: error });
  }
  await Promise.all(uploads);
  if (hasTooManyFields) throw new FormError('notMultipart');
  return hasMore;
};

const createFormParser = (contentType: string, limits: { fileSize: number; files: number; fields: number }) => {
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits });
  } catch (error) {
    throw new FormError('notMultipart', { cause: error });
  }
};

/** Enforces the limit while reading, because a request may state no length, or a wrong one. */
const limitBytes = (limit: number) =>
  async function* (body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    for await (const chunk of body) {
      bytes += chunk.byteLength;
      if (bytes > limit) throw new FormError('tooLarge');
      yield chunk;
    }
  };
