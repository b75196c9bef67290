import type { IncomingMessage } from 'node:http';
import type { BlockList } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { parseRetryAfter, type RequestPace } from '../../outgoing/pace.ts';
import { OutgoingError, openConnections, parseAddress, sendRequest } from '../../outgoing/sendRequest.ts';
import { DeliveryError, type DeliveryErrorKind } from './refusal.ts';
import { createSignedHeaders, hashSha256 } from './sign.ts';
import type { DeliveryTarget } from './target.ts';

interface ReceiverOptions {
  address: string;
  key: string;
  allowed: BlockList;
  pace: RequestPace;
  maxConcurrent: number;
  clock: () => Date;
}

/** How long a receiver may ask us to wait, in ms, before it is given up: other cafes can wait for the end of the run. */
const LONGEST_WAIT = 10 * 60_000;

/** Sends signed files to a cafe with HTTP PUT requests. @throws {DeliveryError} for an invalid address */
export const createReceiverTarget = ({
  address,
  key,
  allowed,
  pace,
  maxConcurrent,
  clock,
}: ReceiverOptions): DeliveryTarget => {
  const base = readAddress(address);
  const connections = openConnections(maxConcurrent);
  // Until then the receiver wants no requests at all, so it holds for all files that are sent in parallel.
  let notBefore = 0;
  return {
    close: connections.close,
    put: async ({ path, bytes, mediaType }, signal) => {
      for (let wait = notBefore - performance.now(); wait > 0; wait = notBefore - performance.now())
        await delay(Math.ceil(wait), undefined, { signal });
      const url = new URL(`${base.pathname.replace(/\/+$/, '')}/${path}`, base);
      const contentHash = hashSha256(bytes);
      const headers = {
        'Content-Type': mediaType,
        'Content-Length': bytes.byteLength,
        ...createSignedHeaders(key, { method: 'PUT', path: url.pathname, date: clock().toISOString(), contentHash }),
      };
      const options = { method: 'PUT', headers, body: bytes, allowed, connections, pace, signal } as const;
      try {
        await sendRequest(url, options, async (response, request) => {
          assertStored(response);
          // A response before the end of the upload cannot confirm the file, whatever its status.
          if (!request.writableFinished) throw createRetryableFailure('early', { status: response.statusCode ?? 0 });
          // The body is irrelevant, but has to be read before the connection can be reused.
          for await (const _ of response);
        });
      } catch (error) {
        if (error instanceof DeliveryError)
          notBefore = Math.max(notBefore, performance.now() + (error.retryAfter ?? 0));
        throw error instanceof OutgoingError ? toDeliveryError(error) : error;
      }
    },
  };
};

const readAddress = (address: string): URL => {
  try {
    return parseAddress(address);
  } catch (error) {
    throw error instanceof OutgoingError ? toDeliveryError(error) : error;
  }
};

/** @throws {DeliveryError} unless the status confirms that the file was stored */
const assertStored = ({ statusCode: status = 0, headers }: IncomingMessage): void => {
  if (status >= 200 && status < 300) return;
  const values = { status };
  if (status < 400) throw new DeliveryError('redirects', { scope: 'cafe', values });
  if ([401, 403].includes(status)) throw new DeliveryError('denied', { scope: 'cafe', values });
  if ([404, 405, 410, 501].includes(status)) throw new DeliveryError('absent', { scope: 'cafe', values });
  if (status >= 500 || [408, 425, 429].includes(status)) {
    const retryAfter = parseRetryAfter(headers);
    if (retryAfter === undefined || retryAfter <= LONGEST_WAIT)
      throw new DeliveryError('busy', { scope: 'again', values, retryAfter });
    const minutes = Math.ceil(retryAfter / 60_000);
    throw new DeliveryError('closedFor', { scope: 'cafe', values: { ...values, minutes } });
  }
  throw new DeliveryError('refused', { scope: 'file', values });
};

const createRetryableFailure = (kind: DeliveryErrorKind, values: Record<string, string | number>) =>
  new DeliveryError(kind, { scope: 'again', values });

const toDeliveryError = (error: OutgoingError): DeliveryError => {
  const { kind, values, isTemporary, isMoving } = error;
  return new DeliveryError(isMoving ? 'slowLine' : kind, {
    scope: isTemporary ? 'again' : 'cafe',
    values,
    cause: error,
  });
};
