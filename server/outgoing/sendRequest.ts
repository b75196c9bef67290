import type { LookupAddress } from 'node:dns';
import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { BlockList, LookupFunction } from 'node:net';
import { isOpenAddress } from './networks.ts';
import type { RequestPace } from './pace.ts';
import { computeUploadLimit } from './uploadLimit.ts';

export type OutgoingErrorKind =
  | 'badAddress'
  | 'noName'
  | 'closed'
  | 'unreachable'
  | 'broken'
  | 'slow'
  | 'expired'
  | 'otherName'
  | 'unknownIssuer'
  | 'certificate'
  | 'insecure';

/** Why a request got no response. */
export class OutgoingError extends Error {
  readonly kind: OutgoingErrorKind;
  readonly values: Record<string, string | number>;
  /** Whether the body was still being taken when the time was over. */
  readonly isMoving: boolean;

  constructor(
    kind: OutgoingErrorKind,
    values: Record<string, string | number> = {},
    cause?: unknown,
    isMoving = false,
  ) {
    super(`request failed: ${kind}`, { cause });
    this.kind = kind;
    this.values = values;
    this.isMoving = isMoving;
  }

  /** Whether another attempt may succeed. */
  get isTemporary(): boolean {
    return temporaryKinds.has(this.kind);
  }
}

const temporaryKinds: ReadonlySet<OutgoingErrorKind> = new Set<OutgoingErrorKind>([
  'noName',
  'unreachable',
  'broken',
  'slow',
]);

/** Connections that are reused between requests. */
export interface Connections {
  getAgent: (url: URL) => HttpAgent;
  close: () => void;
}

export const openConnections = (maxPerHost: number): Connections => {
  const options = { keepAlive: true, maxSockets: maxPerHost };
  const agents = { http: new HttpAgent(options), https: new HttpsAgent(options) };
  return {
    getAgent: url => (isSecure(url) ? agents.https : agents.http),
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
};

const isSecure = ({ protocol }: URL): boolean => protocol === 'https:';

/** @throws {OutgoingError} unless the text is an http(s) address without a password */
export const parseAddress = (address: string): URL => {
  if (!URL.canParse(address)) throw new OutgoingError('badAddress');
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) throw new OutgoingError('badAddress');
  return url;
};

interface RequestOptions {
  method: 'GET' | 'PUT';
  headers: Record<string, string | number>;
  body?: Uint8Array;
  /** Private networks that the operator allows for this purpose. */
  allowed: BlockList;
  connections: Connections;
  pace: Pick<RequestPace, 'limit' | 'bytesPerMs' | 'lookup'>;
  signal: AbortSignal;
}

/**
 * Sends a request to an address that somebody typed in. Connects only to addresses that were checked, so that neither
 * DNS nor the address itself can lead into our own network. Redirects are not followed but returned like any other
 * response. To follow one, call this function again, so that the new address is checked too.
 * @param readResponse reads the response, within the time limit
 * @throws {OutgoingError}, the signal's reason, or an error of `readResponse`
 */
export const sendRequest = async <T>(
  url: URL,
  { method, headers, body, allowed, connections, pace, signal }: RequestOptions,
  readResponse: (response: IncomingMessage, request: ClientRequest) => Promise<T>,
): Promise<T> => {
  const limit = computeUploadLimit(pace.limit, body?.byteLength ?? 0, pace.bytesPerMs);
  const timeout = AbortSignal.timeout(limit);
  const checkedAddresses = await resolveOpenAddresses(url, allowed, pace);
  const request = (isSecure(url) ? requestHttps : requestHttp)(url, {
    method,
    headers,
    agent: connections.getAgent(url),
    lookup: createPinnedLookup(checkedAddresses),
    ...connectOptions,
    signal: AbortSignal.any([signal, timeout]),
  });
  const upload = { movedAt: Number.NEGATIVE_INFINITY };
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve).once('error', reject);
      writeBody(request, body ?? new Uint8Array(), upload);
    });
    return await readResponse(response, request);
  } catch (error) {
    // The rest of the response may be unread, and the next request would wait behind it. The socket is destroyed as well,
    // because the agent of Node 26 would hand it to that request.
    request.socket?.destroy();
    request.destroy();
    // Errors from Node have a code. Any others come from `readResponse` and are passed on.
    if (signal.aborted || !(error instanceof Error && 'code' in error)) throw error;
    if (timeout.aborted) {
      const isMoving = performance.now() - upload.movedAt < pace.limit / 2;
      throw new OutgoingError('slow', { seconds: Math.round(limit / 100) / 10 }, error, isMoving);
    }
    throw toOutgoingError(error);
  }
};

/** Small enough to arrive one after another within half the limit of a request even on a slow line. */
const PIECE_BYTES = 65_536;

/**
 * Writes a body piece by piece, each once the connection has taken the one before, and notes when it did (ms): what Node
 * tells of a whole body does not show whether it moves.
 */
const writeBody = (request: ClientRequest, body: Uint8Array, upload: { movedAt: number }): void => {
  const writeNext = (start: number): void => {
    const end = start + PIECE_BYTES;
    if (end >= body.byteLength) request.end(body.subarray(start));
    else
      request.write(body.subarray(start, end), error => {
        if (error || request.destroyed) return;
        upload.movedAt = performance.now();
        writeNext(end);
      });
  };
  writeNext(0);
};

/**
 * Resolves a host. A single forbidden address is enough to refuse the host, because any address may be used for the
 * connection.
 * @throws {OutgoingError}
 */
export const resolveOpenAddresses = async (
  { hostname }: URL,
  allowed: BlockList,
  { lookup }: Pick<RequestPace, 'lookup'>,
): Promise<LookupAddress[]> => {
  const host = hostname.replace(/^\[|\]$/g, '');
  const foundAddresses = await lookup(host).catch((cause: unknown) => {
    throw new OutgoingError('noName', { host }, cause);
  });
  if (foundAddresses.length === 0) throw new OutgoingError('noName', { host });
  if (!foundAddresses.every(({ address }) => isOpenAddress(address, allowed)))
    throw new OutgoingError('closed', { host });
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

const UNREACHABLE_CODES = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EADDRNOTAVAIL',
  'EHOSTDOWN',
]);

/** The order matters: the first match counts. */
const tlsErrorCodes: readonly (readonly [RegExp, OutgoingErrorKind])[] = [
  [/^CERT_HAS_EXPIRED$/, 'expired'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'otherName'],
  [/SELF_SIGNED|UNABLE_TO|UNTRUSTED/, 'unknownIssuer'],
  [/^CERT_|_CERT|CRL/, 'certificate'],
  [/SSL|TLS|EPROTO/, 'insecure'],
];

const toOutgoingError = (error: Error): OutgoingError => {
  const code = String((error as NodeJS.ErrnoException).code);
  if (UNREACHABLE_CODES.has(code)) return new OutgoingError('unreachable', { code }, error);
  const tls = tlsErrorCodes.find(([codes]) => codes.test(code))?.[1];
  if (tls) return new OutgoingError(tls, { code }, error);
  return new OutgoingError('broken', { code }, error);
};
