import type { LookupAddress } from 'node:dns';
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { BlockList, LookupFunction } from 'node:net';
import { isOpenAddress } from './networks.ts';
import type { SendingPace } from './pace.ts';
import { DeliveryError, type DeliveryErrorKind } from './refusal.ts';
import { createSignedHeaders, hashSha256 } from './sign.ts';
import type { DeliveryTarget } from './target.ts';

interface ReceiverOptions {
  address: string;
  key: string;
  allowed: BlockList;
  pace: SendingPace;
  maxConcurrent: number;
  clock: () => Date;
}

/**
 * Puts signed files to a cafe over HTTP. Connects only to addresses that were checked, so that DNS cannot redirect it.
 */
export const createReceiverTarget = ({
  address,
  key,
  allowed,
  pace,
  maxConcurrent,
  clock,
}: ReceiverOptions): DeliveryTarget => {
  const base = parseAddress(address);
  const isSecure = base.protocol === 'https:';
  const agent = new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: maxConcurrent });
  return {
    close: () => agent.destroy(),
    put: async ({ path, bytes, mediaType }, signal) => {
      const url = new URL(`${base.pathname.replace(/\/+$/, '')}/${path}`, base);
      const timeout = AbortSignal.timeout(pace.limit);
      const checkedAddresses = await resolveOpenAddresses(url, allowed, pace);
      const contentHash = hashSha256(bytes);
      const headers = {
        'Content-Type': mediaType,
        'Content-Length': bytes.byteLength,
        ...createSignedHeaders(key, { method: 'PUT', path: url.pathname, date: clock().toISOString(), contentHash }),
      };
      const options = {
        method: 'PUT',
        headers,
        agent,
        lookup: createPinnedLookup(checkedAddresses),
        ...connectOptions,
      };
      const request = (isSecure ? requestHttps : requestHttp)(url, {
        ...options,
        signal: AbortSignal.any([signal, timeout]),
      });
      try {
        const response = await new Promise<IncomingMessage>((resolve, reject) => {
          request.once('response', resolve).once('error', reject);
          request.end(bytes);
        });
        assertStored(response);
        // A response before the end of the upload cannot confirm the file, whatever its status.
        if (!request.writableFinished) throw createRetryableFailure('early', { status: response.statusCode ?? 0 });
        // The body is irrelevant, but has to be read before the connection can be reused.
        for await (const _ of response);
      } catch (error) {
        // The receiver may have left the refused file unread, and the next request would wait behind it.
        request.destroy();
        if (error instanceof DeliveryError || signal.aborted) throw error;
        if (timeout.aborted) throw createRetryableFailure('slow', { seconds: pace.limit / 1000 }, error);
        throw toDeliveryError(error);
      }
    },
  };
};

const parseAddress = (address: string): URL => {
  if (!URL.canParse(address)) throw new DeliveryError('badAddress', { scope: 'cafe' });
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new DeliveryError('badAddress', { scope: 'cafe' });
  return url;
};

/**
 * Resolves a host. One closed address is enough to refuse it, because any of them may be used for the connection.
 * @throws {DeliveryError}
 */
export const resolveOpenAddresses = async (
  { hostname }: URL,
  allowed: BlockList,
  { lookup }: Pick<SendingPace, 'lookup'>,
): Promise<LookupAddress[]> => {
  const host = hostname.replace(/^\[|\]$/g, '');
  const foundAddresses = await lookup(host).catch((cause: unknown) => {
    throw createRetryableFailure('noName', { host }, cause);
  });
  if (foundAddresses.length === 0) throw createRetryableFailure('noName', { host });
  if (!foundAddresses.every(({ address }) => isOpenAddress(address, allowed)))
    throw new DeliveryError('closed', { scope: 'cafe', values: { host } });
  return foundAddresses;
};

/**
 * Node tries the addresses of a host one after another, each for this long (ms); its default of 250 ms is too short for
 * slow connections.
 */
const connectOptions = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 3000 };

/**
 * Returns the checked addresses instead of resolving the host again, since a second answer could differ. Always all of
 * them, because `autoSelectFamily` expects a list.
 */
const createPinnedLookup =
  (checkedAddresses: LookupAddress[]): LookupFunction =>
  (_host, _options, callback) =>
    callback(null, checkedAddresses);

/** @throws {DeliveryError} unless the status confirms that the file was stored */
const assertStored = ({ statusCode: status = 0, headers }: IncomingMessage): void => {
  if (status >= 200 && status < 300) return;
  const values = { status };
  if (status < 400) throw new DeliveryError('redirects', { scope: 'cafe', values });
  if ([401, 403].includes(status)) throw new DeliveryError('denied', { scope: 'cafe', values });
  if ([404, 405, 410, 501].includes(status)) throw new DeliveryError('absent', { scope: 'cafe', values });
  if (status >= 500 || [408, 425, 429].includes(status))
    throw new DeliveryError('busy', { scope: 'again', values, retryAfter: parseRetryAfter(headers['retry-after']) });
  throw new DeliveryError('refused', { scope: 'file', values });
};

const parseRetryAfter = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) * 1000 : undefined;

const createRetryableFailure = (
  errorKind: DeliveryErrorKind,
  values: Record<string, string | number>,
  cause?: unknown,
) => new DeliveryError(errorKind, { scope: 'again', values, cause });

const UNREACHABLE_CODES = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EADDRNOTAVAIL',
  'EHOSTDOWN',
]);

/** The order matters: the first match counts. */
const tlsErrorCodes: readonly (readonly [RegExp, DeliveryErrorKind])[] = [
  [/^CERT_HAS_EXPIRED$/, 'expired'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'otherName'],
  [/SELF_SIGNED|UNABLE_TO|UNTRUSTED/, 'unknownIssuer'],
  [/^CERT_|_CERT|CRL/, 'certificate'],
  [/SSL|TLS|EPROTO/, 'insecure'],
];

const toDeliveryError = (error: unknown): DeliveryError => {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (UNREACHABLE_CODES.has(code)) return createRetryableFailure('unreachable', { code }, error);
  const tls = tlsErrorCodes.find(([codes]) => codes.test(code))?.[1];
  if (tls) return new DeliveryError(tls, { scope: 'cafe', values: { code }, cause: error });
  return createRetryableFailure('broken', { code: code || 'ECONNRESET' }, error);
};
