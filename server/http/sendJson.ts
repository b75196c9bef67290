import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** In bytes. Compressing a shorter response is not worth the time. */
const MIN_COMPRESSED_BYTES = 1024;
/**
 * In bytes. Larger responses are compressed in the thread pool. For smaller ones, passing them to a thread takes longer
 * than the compression itself.
 */
const MAX_SYNC_BYTES = 64 * 1024;
/** Twice as fast as the default level, for a result a tenth larger. */
const gzipOptions = { level: 4 };

/** A JSON response with `Content-Length`. Compressed in one piece, because streaming takes a millisecond longer. */
export const sendJson = async (
  context: Context,
  value: unknown,
  status: ContentfulStatusCode = 200,
): Promise<Response> => {
  const bytes = Buffer.from(JSON.stringify(value));
  const isPacked =
    bytes.length >= MIN_COMPRESSED_BYTES &&
    accepts(context, { header: 'Accept-Encoding', supports: ['gzip'], default: 'identity' }) === 'gzip';
  const body = isPacked ? await gzipBytes(bytes) : bytes;
  return context.body(body, status, {
    'Content-Type': 'application/json',
    'Content-Length': String(body.length),
    Vary: 'Accept-Encoding',
    ...(isPacked && { 'Content-Encoding': 'gzip' }),
  });
};

type Bytes = Buffer<ArrayBuffer>;

const gzipBytes = async (bytes: Bytes): Promise<Bytes> =>
  bytes.length > MAX_SYNC_BYTES ? gzipInThread(bytes, gzipOptions) : gzipSync(bytes, gzipOptions);
const gzipInThread = promisify<Bytes, typeof gzipOptions, Bytes>(gzip);
