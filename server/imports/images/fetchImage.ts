import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { BlockList } from 'node:net';
import { imageLimits, importImageLimits } from '#contract/limits.ts';
import { ImageRefusal } from '../../media/images/refusal.ts';
import { parseRetryAfter, type RequestPace, retryTemporary } from '../../outgoing/pace.ts';
import { type Connections, OutgoingError, parseAddress, sendRequest } from '../../outgoing/sendRequest.ts';
import { ImageUnavailable } from './imageUnavailable.ts';
import type { ImageVersion } from './imageVersions.ts';

interface FetchOptions {
  allowed: BlockList;
  connections: Connections;
  pace: RequestPace;
  signal: AbortSignal;
  /** The version that has already been stored. */
  known: ImageVersion | null;
}

export interface FetchedImage {
  bytes: Buffer;
  version: ImageVersion;
}

/**
 * Fetches an image. Follows redirects, and checks each new address like the first one. @returns null if the site says
 * that the image has not changed
 * @throws {ImageUnavailable}, {ImageRefusal} when it is too large, or the signal's reason
 */
export const fetchImage = (address: string, options: FetchOptions): Promise<FetchedImage | null> =>
  retryTemporary(() => followRedirects(address, options).catch(toImageFailure), {
    pace: options.pace,
    signal: options.signal,
    // A site that asks for longer does not hold up the import; after the last attempt, the image counts as unavailable.
    getRetry: error =>
      error instanceof ImageUnavailable && error.isTemporary
        ? { error, after: Math.min(error.retryAfter ?? 0, options.pace.longestDelay) }
        : null,
  });

const followRedirects = async (address: string, { known, ...options }: FetchOptions): Promise<FetchedImage | null> => {
  let url = parseAddress(address);
  for (let redirects = 0; redirects <= importImageLimits.redirects; redirects += 1) {
    // A version belongs to one address, so if a redirect leads to a different address, the whole image is requested
    // there.
    const version = known?.url === url.href ? known : null;
    const headers = { Accept: 'image/*', 'User-Agent': 'Vitrina', ...createConditions(version) };
    const result = await sendRequest(url, { ...options, method: 'GET', headers }, async response => {
      if (!version || response.statusCode !== 304) return readAnswer(response, url);
      // Frees the connection, which other images of the host wait for.
      response.resume();
      return null;
    });
    if (!result || 'bytes' in result) return result;
    if (!URL.canParse(result.location, url)) throw new OutgoingError('badAddress');
    url = parseAddress(new URL(result.location, url).href);
  }
  throw new ImageUnavailable('redirects', { limit: importImageLimits.redirects });
};

const createConditions = (version: ImageVersion | null): Record<string, string> => ({
  ...(version?.etag && { 'If-None-Match': version.etag }),
  ...(version?.last_modified && { 'If-Modified-Since': version.last_modified }),
});

const readAnswer = async (response: IncomingMessage, url: URL): Promise<FetchedImage | { location: string }> => {
  const { statusCode: status = 0, headers } = response;
  const { location } = headers;
  if (status >= 300 && status < 400 && location !== undefined) {
    // The body is not read, because it may be of any size.
    response.destroy();
    return { location };
  }
  if (status !== 200) throw createStatusFailure(status, headers);
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
  const version = { url: url.href, etag: headers.etag ?? null, last_modified: headers['last-modified'] ?? null };
  return { bytes: Buffer.concat(chunks), version };
};

const createStatusFailure = (status: number, headers: IncomingHttpHeaders): ImageUnavailable => {
  const values = { status };
  if ([404, 410].includes(status)) return new ImageUnavailable('absent', values);
  if ([401, 402, 403, 451].includes(status)) return new ImageUnavailable('denied', values);
  if (status >= 500 || [408, 425, 429].includes(status))
    return new ImageUnavailable('busy', values, { isTemporary: true, retryAfter: parseRetryAfter(headers) });
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
