import type { IncomingMessage } from 'node:http';
import type { BlockList } from 'node:net';
import { imageLimits, importImageLimits } from '#contract/limits.ts';
import { ImageRefusal } from '../../media/images/refusal.ts';
import { parseRetryAfter, type RequestPace, retryTemporary } from '../../outgoing/pace.ts';
import { type Connections, OutgoingError, parseAddress, sendRequest } from '../../outgoing/sendRequest.ts';
import { ImageUnavailable } from './imageUnavailable.ts';

interface FetchOptions {
  allowed: BlockList;
  connections: Connections;
  pace: RequestPace;
  signal: AbortSignal;
}

/**
 * Fetches an image. Follows redirects, each of which is checked like the address itself.
 * @throws {ImageUnavailable}, {ImageRefusal} when it is too large, or the signal's reason
 */
export const fetchImage = (address: string, options: FetchOptions): Promise<Buffer> =>
  retryTemporary(() => followRedirects(address, options).catch(toImageFailure), {
    pace: options.pace,
    signal: options.signal,
    getRetry: error =>
      error instanceof ImageUnavailable && error.isTemporary ? { error, after: error.retryAfter } : null,
  });

const followRedirects = async (address: string, options: FetchOptions): Promise<Buffer> => {
  let url = parseAddress(address);
  const headers = { Accept: 'image/*', 'User-Agent': 'Vitrina' };
  for (let redirects = 0; redirects <= importImageLimits.redirects; redirects += 1) {
    const result = await sendRequest(url, { ...options, method: 'GET', headers }, readAnswer);
    if ('bytes' in result) return result.bytes;
    if (!URL.canParse(result.location, url)) throw new OutgoingError('badAddress');
    url = parseAddress(new URL(result.location, url).href);
  }
  throw new ImageUnavailable('redirects', { limit: importImageLimits.redirects });
};

const readAnswer = async (response: IncomingMessage): Promise<{ bytes: Buffer } | { location: string }> => {
  const { statusCode: status = 0, headers } = response;
  const { location } = headers;
  if (status >= 300 && status < 400 && location !== undefined) {
    // Not read, because it may be of any size.
    response.destroy();
    return { location };
  }
  if (status !== 200) throw createStatusFailure(status, headers['retry-after']);
  const limit = imageLimits.fileBytes;
  const createTooLargeRefusal = () => new ImageRefusal('tooLarge', { limit: limit / 2 ** 20 });
  if (Number(headers['content-length'] ?? 0) > limit) throw createTooLargeRefusal();
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > limit) throw createTooLargeRefusal();
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks) };
};

const createStatusFailure = (status: number, retryAfter: string | undefined): ImageUnavailable => {
  const values = { status };
  if ([404, 410].includes(status)) return new ImageUnavailable('absent', values);
  if ([401, 402, 403, 451].includes(status)) return new ImageUnavailable('denied', values);
  if (status >= 500 || [408, 425, 429].includes(status))
    return new ImageUnavailable('busy', values, { isTemporary: true, retryAfter: parseRetryAfter(retryAfter) });
  return new ImageUnavailable('refused', values);
};

const messageKeys = {
  badAddress: 'badAddress',
  noName: 'noName',
  closed: 'closed',
  unreachable: 'unreachable',
  broken: 'broken',
  slow: 'slow',
  expired: 'insecure',
  otherName: 'insecure',
  unknownIssuer: 'insecure',
  certificate: 'insecure',
  insecure: 'insecure',
} as const satisfies Record<OutgoingError['kind'], ImageUnavailable['kind']>;

const toImageFailure = (error: unknown): never => {
  if (!(error instanceof OutgoingError)) throw error;
  const { kind, values, isTemporary } = error;
  throw new ImageUnavailable(messageKeys[kind], values, { isTemporary, cause: error });
};
