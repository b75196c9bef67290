import type { LookupAddress } from 'node:dns';
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { BlockList, LookupFunction } from 'node:net';
import { isOpenAddress } from './networks.ts';
import type { SendingPace } from './pace.ts';
import { type Fault, NotDelivered } from './refusal.ts';
import { hashOf, signedHeaders } from './sign.ts';
import type { Target } from './target.ts';

interface ReceiverOptions {
  /** What files are put below. */
  address: string;
  key: string;
  /** What the operator allows of the own network. */
  allowed: BlockList;
  pace: SendingPace;
  /** How many files go at once. */
  atOnce: number;
  clock: () => Date;
}

/** A cafe that files are put to over HTTP, each signed; the connection goes to addresses that were looked at. */
export const receiverTarget = ({ address, key, allowed, pace, atOnce, clock }: ReceiverOptions): Target => {
  const base = parseAddress(address);
  const isSecure = base.protocol === 'https:';
  const agent = new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: atOnce });
  return {
    close: () => agent.destroy(),
    put: async ({ path, bytes, mediaType }, signal) => {
      const url = new URL(`${base.pathname.replace(/\/+$/, '')}/${path}`, base);
      const timeout = AbortSignal.timeout(pace.limit);
      const checked = await openAddresses(url, allowed, pace);
      const contentHash = hashOf(bytes);
      const headers = {
        'Content-Type': mediaType,
        'Content-Length': bytes.byteLength,
        ...signedHeaders(key, { method: 'PUT', path: url.pathname, date: clock().toISOString(), contentHash }),
      };
      const options = { method: 'PUT', headers, agent, lookup: pinnedTo(checked), ...inTurn };
      const sending = (isSecure ? requestHttps : requestHttp)(url, {
        ...options,
        signal: AbortSignal.any([signal, timeout]),
      });
      try {
        const response = await new Promise<IncomingMessage>((resolve, reject) => {
          sending.once('response', resolve).once('error', reject);
          sending.end(bytes);
        });
        judge(response);
        // What was not sent whole cannot be there, whatever is said of it.
        if (!sending.writableFinished) throw failure('early', { status: response.statusCode ?? 0 });
        // What it says besides is of no use, but a connection that is used again has to be read to the end.
        for await (const _ of response);
      } catch (error) {
        // Whoever refuses a file may have left it unread: the next one would wait behind it.
        sending.destroy();
        if (error instanceof NotDelivered || signal.aborted) throw error;
        if (timeout.aborted) throw failure('slow', { seconds: pace.limit / 1000 }, error);
        throw asFailure(error);
      }
    },
  };
};

const parseAddress = (address: string): URL => {
  if (!URL.canParse(address)) throw new NotDelivered('badAddress', { reach: 'cafe' });
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new NotDelivered('badAddress', { reach: 'cafe' });
  return url;
};

/**
 * The addresses of a host that media may be sent to: one that is closed closes the host. @throws {NotDelivered}
 */
export const openAddresses = async (
  { hostname }: URL,
  allowed: BlockList,
  { lookup }: Pick<SendingPace, 'lookup'>,
): Promise<LookupAddress[]> => {
  const host = hostname.replace(/^\[|\]$/g, '');
  const found = await lookup(host).catch((cause: unknown) => {
    throw failure('noName', { host }, cause);
  });
  if (found.length === 0) throw failure('noName', { host });
  if (!found.every(({ address }) => isOpenAddress(address, allowed)))
    throw new NotDelivered('closed', { reach: 'cafe', values: { host } });
  return found;
};

/** Of several addresses each is tried, and given up for the next after so long (ms). */
const inTurn = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 3000 };

/** The name is not asked for once more: its next answer could be another one. Tried in turn, all of them are wanted. */
const pinnedTo =
  (checked: LookupAddress[]): LookupFunction =>
  (_host, _options, answer) =>
    answer(null, checked);

/** @throws {NotDelivered} unless the answer says that the file is there */
const judge = ({ statusCode: status = 0, headers }: IncomingMessage): void => {
  if (status >= 200 && status < 300) return;
  const values = { status };
  if (status < 400) throw new NotDelivered('redirects', { reach: 'cafe', values });
  if ([401, 403].includes(status)) throw new NotDelivered('denied', { reach: 'cafe', values });
  if ([404, 405, 410, 501].includes(status)) throw new NotDelivered('absent', { reach: 'cafe', values });
  if (status >= 500 || [408, 425, 429].includes(status))
    throw new NotDelivered('busy', { reach: 'again', values, retryAfter: secondsIn(headers['retry-after']) });
  throw new NotDelivered('refused', { reach: 'file', values });
};

const secondsIn = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) * 1000 : undefined;

const failure = (fault: Fault, values: Record<string, string | number>, cause?: unknown) =>
  new NotDelivered(fault, { reach: 'again', values, cause });

const UNREACHABLE = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EADDRNOTAVAIL', 'EHOSTDOWN']);

/** What is wrong with a secure connection, by OpenSSL's and Node's codes; the first that fits. */
const tlsFaults: readonly (readonly [RegExp, Fault])[] = [
  [/^CERT_HAS_EXPIRED$/, 'expired'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'otherName'],
  [/SELF_SIGNED|UNABLE_TO|UNTRUSTED/, 'unknownIssuer'],
  [/^CERT_|_CERT|CRL/, 'certificate'],
  [/SSL|TLS|EPROTO/, 'insecure'],
];

const asFailure = (error: unknown): NotDelivered => {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (UNREACHABLE.has(code)) return failure('unreachable', { code }, error);
  const tls = tlsFaults.find(([codes]) => codes.test(code))?.[1];
  if (tls) return new NotDelivered(tls, { reach: 'cafe', values: { code }, cause: error });
  return failure('broken', { code: code || 'ECONNRESET' }, error);
};
