import type { z } from 'zod';
import type { Endpoint, PathParams } from '#contract/endpoint.ts';
import type { ReportFault } from '../reporting/reporter.ts';
import type { Session } from '../session/session.ts';
import { type ClientAnswer, type ClientRequest, createClient } from './client.ts';
import { openEnvelope, parseResult, statusOf } from './envelope.ts';
import { ApiError, isReported } from './errors.ts';

type Numbered<Params> = { [Name in keyof Params]: string | number };
type Asked<Key extends string, Value> = {} extends Value ? { [K in Key]?: Value } : { [K in Key]: Value };

/** What a call takes: what its path, query and body demand, and options of any call. */
export type RequestOf<E extends Endpoint> =
  E extends Endpoint<infer Path, infer Query, infer Body>
    ? Asked<'params', Numbered<PathParams<Path>>> &
        Asked<'query', z.input<Query>> &
        (undefined extends z.input<Body> ? object : { body: z.input<Body> }) &
        Options
    : never;

interface Options {
  /** Ends the call; it then rejects with an `AbortError`. */
  signal?: AbortSignal | undefined;
  headers?: Record<string, string> | undefined;
  /** The file of an upload; goes into the multipart field that the endpoint names. */
  file?: File | undefined;
  /** How much of the body has been sent, 0 to 1. */
  onUploadProgress?: ((sent: number) => void) | undefined;
  /** How many bytes of the answer have come: a file that is made while it is sent has no whole to be a part of. */
  onDownloadProgress?: ((received: number) => void) | undefined;
}

type Arguments<E extends Endpoint> = {} extends RequestOf<E> ? [request?: RequestOf<E>] : [request: RequestOf<E>];

/** An answer whose body may be a bare array of messages instead of a result (§7, §8: the import calls). */
export interface Answer<E extends Endpoint> {
  /** Null when the body was an array of messages. */
  result: z.output<E['result']> | null;
  messages: readonly string[];
}

/** A file that the API sent. */
export interface Download {
  blob: Blob;
  /** From `Content-Disposition`, null when the server named none. */
  fileName: string | null;
}

/**
 * Calls an endpoint of the contract: attaches the token, renews the session once on a 401 (§8), opens
 * the envelope and parses `result` by the endpoint's schema.
 * @throws ApiError for every failure but an abort, which rejects with an `AbortError`
 */
export interface Api {
  <E extends Endpoint>(endpoint: E, ...request: Arguments<E>): Promise<z.output<E['result']>>;
  /** The same for calls that may answer with an array of messages. */
  answer: <E extends Endpoint>(endpoint: E, ...request: Arguments<E>) => Promise<Answer<E>>;
  /** For endpoints that answer with a file (`raw`). */
  download: <E extends Endpoint>(endpoint: E, ...request: Arguments<E>) => Promise<Download>;
  /** Where the page itself finds what the API names by an address below its base: pictures. */
  addressOf: (path: string) => string;
}

interface ApiOptions {
  /** Where the API lives, without a slash at the end. */
  baseUrl: string;
  session: Pick<Session, 'accessToken' | 'settled' | 'refresh'>;
  /** Told of faults that are nobody's input: §8 wants 500 and unknown ones reported, contract 1 unreadable ones. */
  report?: ReportFault | undefined;
  /** Whether the page is going: what is sent now outlives it. */
  isLeaving?: (() => boolean) | undefined;
}

/** Milliseconds; files have no limit, either way. */
const TIMEOUT = 60_000;

type AnyRequest = Options & { params?: Record<string, string | number>; query?: unknown; body?: unknown };

/** The one client of the API; every call of the application goes through it. */
export const createApi = ({ baseUrl, session, report, isLeaving }: ApiOptions): Api => {
  const send = createSender(createClient(baseUrl, isLeaving), session);

  const asked = async <T>(
    endpoint: Endpoint,
    request: AnyRequest,
    read: (endpoint: string, response: ClientAnswer) => T,
  ): Promise<T> => {
    let received: unknown;
    try {
      const response = await send(endpoint, request);
      received = response.data;
      return read(nameOf(endpoint), response);
    } catch (error) {
      if (isReported(error)) report?.(error, { sent: request.file?.name ?? request.body, received });
      throw error;
    }
  };

  const api = (endpoint: Endpoint, request: AnyRequest = {}): Promise<unknown> =>
    asked(endpoint, request, (name, { status, data }) =>
      parseResult(name, endpoint.result, openEnvelope(name, status, data).result),
    );

  const answer = (endpoint: Endpoint, request: AnyRequest = {}): Promise<Answer<Endpoint>> =>
    asked(endpoint, request, (name, { status, data }) => {
      const { result, messages, isList } = openEnvelope(name, status, data);
      return { result: isList ? null : parseResult(name, endpoint.result, result), messages };
    });

  const download = (endpoint: Endpoint, request: AnyRequest = {}): Promise<Download> =>
    asked(endpoint, request, (name, { status, data, headers }) => {
      if (!(data instanceof Blob)) throw openedInPlaceOfFile(name, status, data);
      return { blob: data, fileName: fileNameOf(String(headers['content-disposition'] ?? '')) };
    });

  return Object.assign(api, { answer, download, addressOf: (path: string) => baseUrl + path }) as Api;
};

/** A failure, or a proxy's page where a file belongs. */
const openedInPlaceOfFile = (endpoint: string, status: number, body: unknown): ApiError => {
  openEnvelope(endpoint, status, body);
  return new ApiError('unreadable', { endpoint, status });
};

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

type Send = (request: ClientRequest) => Promise<ClientAnswer>;

/** Sends a request with the token; after a 401 once more with a renewed one (§8). */
const createSender =
  (network: Send, session: ApiOptions['session']) =>
  async (endpoint: Endpoint, request: AnyRequest): Promise<ClientAnswer> => {
    const plain = plainOf(endpoint, request);
    const attempt = async (token: string | null): Promise<ClientAnswer> => {
      const response = await network({ ...plain, headers: headersOf(request, token) }).catch((error: unknown) => {
        throw isGivenUp(error) ? error : new ApiError('network', { endpoint: nameOf(endpoint), cause: error });
      });
      return endpoint.raw ? { ...response, data: fileOrBody(endpoint.raw, response) } : response;
    };

    if (endpoint.access === 'public') return attempt(session.accessToken());
    await session.settled();
    const token = session.accessToken();
    const response = await attempt(token);
    if (statusOf(response.status, response.data) !== 401) return response;
    const renewed = await session.refresh(token);
    return renewed ? attempt(renewed) : response;
  };

/** Given up by the caller; otherwise the server was not reached. */
const isGivenUp = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

const headersOf = ({ headers }: AnyRequest, token: string | null): Record<string, string> => ({
  ...headers,
  ...(token ? { Authorization: `Bearer ${token}` } : {}),
});

const plainOf = (endpoint: Endpoint, request: AnyRequest): Omit<ClientRequest, 'headers'> => {
  const { params = {}, query, body, file, signal, onUploadProgress, onDownloadProgress } = request;
  return {
    method: endpoint.method,
    url: fillPath(endpoint.path, params),
    query,
    body: file ? formOf(endpoint, file) : body,
    timeout: file || endpoint.raw ? 0 : TIMEOUT,
    isRaw: Boolean(endpoint.raw),
    signal,
    onUploadProgress,
    onDownloadProgress,
  };
};

const fillPath = (path: string, params: Record<string, string | number>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`endpoint "${path}": parameter "${name}" is missing`);
    return encodeURIComponent(value);
  });

const formOf = (endpoint: Endpoint, file: File): FormData => {
  if (!endpoint.file) throw new Error(`endpoint "${nameOf(endpoint)}" takes no file`);
  const form = new FormData();
  form.append(endpoint.file, file, file.name);
  return form;
};

/** A file; a failure, a page or nothing in its place as the envelope or the text that it is. */
const fileOrBody = (type: string, { status, data, headers }: ClientAnswer): unknown => {
  const bytes = data as ArrayBuffer;
  const sent = String(headers['content-type'] ?? '');
  const isOther = /^(text\/html|application\/json)/.test(sent) && !sent.startsWith(type);
  if (status === 200 && !isOther && bytes.byteLength > 0) return new Blob([bytes], { type: sent });
  const text = new TextDecoder().decode(bytes);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** RFC 6266: `filename*` in UTF-8 before the plain one. */
const fileNameOf = (disposition: string): string | null => {
  const plain = /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? null;
  try {
    return decodeURIComponent(/filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1] ?? '') || plain;
  } catch {
    return plain;
  }
};
