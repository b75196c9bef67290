import type { IncomingMessage } from 'node:http';
import { basename } from 'node:path';
import { importLimits } from '#contract/limits.ts';
import { defaultPace, parseRetryAfter } from '../../outgoing/pace.ts';
import { OutgoingError, openConnections, parseAddress, sendRequest } from '../../outgoing/sendRequest.ts';
import { createTally, type SourceResult } from './createTally.ts';
import type { ReadingContext } from './decideTable.ts';
import type { StoredSchedule } from './readings.ts';
import { createTooLargeError, type ReceivedTable, receiveTable } from './receiveTable.ts';
import { SourceError } from './sourceError.ts';
import { takeTable } from './takeTable.ts';

/** Time limit for a whole response, in ms. */
const LIMIT_MS = 120_000;

type ContentVersion = Pick<StoredSchedule, 'etag' | 'last_modified'>;

interface Answer {
  /** Null if the server says that the table has not changed. */
  table: ReceivedTable | null;
  version: ContentVersion;
}

/** Takes the table at an address, unless it is the table that was taken last. @throws {SourceError} */
export const readAddress = async (context: ReadingContext, address: string): Promise<SourceResult> => {
  const { table, version } = await requestTable(context, address);
  const tally = createTally('unchanged');
  if (!table) return { ...tally.result(), changes: version };
  const isDone = tally.add(await takeTable(context, table));
  // If the table has to be read again, its version is not kept. Otherwise the server would tell the next reading that
  // nothing has changed.
  return { ...tally.result(), changes: isDone ? version : {} };
};

const requestTable = async ({ deps, reading, signal }: ReadingContext, address: string): Promise<Answer> => {
  const connections = openConnections(1);
  try {
    const url = parseAddress(address);
    const pace = { ...defaultPace, limit: LIMIT_MS, ...deps.requestPace };
    const request = { method: 'GET', headers: createHeaders(reading), allowed: deps.config.cafesNetworks } as const;
    return await sendRequest(url, { ...request, connections, pace, signal }, async response => {
      if (response.statusCode === 304) return { table: null, version: readVersion(response, reading) };
      assertTable(response, url);
      const table = await receiveTable(deps, getFileName(url), response);
      return { table, version: readVersion(response, { etag: null, last_modified: null }) };
    });
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    const { kind, values, isTemporary } = error;
    throw new SourceError(kind, { values, isTemporary, cause: error });
  } finally {
    connections.close();
  }
};

const createHeaders = ({ etag, last_modified }: ContentVersion): Record<string, string> => ({
  Accept: '*/*',
  ...(etag !== null && { 'If-None-Match': etag }),
  ...(last_modified !== null && { 'If-Modified-Since': last_modified }),
});

/** If a server omits the version when nothing has changed, the earlier version still applies. */
const readVersion = ({ headers }: IncomingMessage, before: ContentVersion): ContentVersion => ({
  etag: headers.etag ?? before.etag,
  last_modified: headers['last-modified'] ?? before.last_modified,
});

/** @throws {SourceError} unless the response is a table of a permitted size */
const assertTable = ({ statusCode: status = 0, headers }: IncomingMessage, url: URL): void => {
  if (status === 200) {
    if (Number(headers['content-length'] ?? 0) > importLimits.fileBytes) throw createTooLargeError(getFileName(url));
    return;
  }
  const values = { status };
  if (status >= 300 && status < 400) throw new SourceError('redirects', { values });
  if (status === 401 || status === 403) throw new SourceError('denied', { values });
  if (status === 404 || status === 410) throw new SourceError('absent', { values });
  if (status < 500 && ![408, 425, 429].includes(status)) throw new SourceError('otherAnswer', { values });
  throw new SourceError('busy', { values, isTemporary: true, retryAfter: parseRetryAfter(headers) });
};

const getFileName = ({ pathname, hostname }: URL): string => {
  try {
    return basename(decodeURIComponent(pathname)) || hostname;
  } catch {
    return basename(pathname) || hostname;
  }
};
