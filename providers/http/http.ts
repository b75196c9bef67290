import type { z } from 'zod';
import type { Endpoint, PathParams } from '#contract/endpoint.ts';
import { parseRequestId, REQUEST_ID_HEADER } from '#contract/requestId.ts';
import type { WrittenBatches } from '../cache/writtenBatches.ts';
import type { ApiErrorReporter } from '../reporting/reporter.ts';
import type { Session } from '../session/session.ts';
import { type ClientRequest, type ClientResponse, createClient } from './client.ts';
import { getEffectiveStatus, openEnvelope } from './envelope.ts';
import { ApiError, isReported } from './errors.ts';
import { parseResult, type UnreadableRecord } from './listResult.ts';

type ParamValues<Params> = { [Name in keyof Params]: string | number };
type OptionalIf<Key extends string, Value> = {} extends Value ? { [K in Key]?: Value } : { [K in Key]: Value };

export type EndpointRequest<E extends Endpoint> =
  E extends Endpoint<infer Path, infer Query, infer Body>
    ? OptionalIf<'params', ParamValues<PathParams<Path>>> &
        OptionalIf<'query', z.input<Query>> &
        (undefined extends z.input<Body> ? object : { body: z.input<Body> }) &
        CallOptions
    : never;

interface CallOptions {
  signal?: AbortSignal | undefined;
  headers?: Record<string, string> | undefined;
  file?: File | undefined;
  onUploadProgress?: ((sentBytes: number) => void) | undefined;
  /** Bytes received; not a fraction, because a streamed file has no known length. */
  onDownloadProgress?: ((receivedBytes: number) => void) | undefined;
}

type Arguments<E extends Endpoint> =
  {} extends EndpointRequest<E> ? [request?: EndpointRequest<E>] : [request: EndpointRequest<E>];

/** A response whose body may be a bare array of messages instead of a result (§7, §8: import endpoints). */
export interface ResultOrMessages<E extends Endpoint> {
  result: z.output<E['result']> | null;
  messages: readonly string[];
}

export interface Download {
  blob: Blob;
  /** From `Content-Disposition`; null if absent. */
  fileName: string | null;
}

/**
 * Calls an endpoint of the contract: attaches the token, renews the session once after a 401 (§8), unwraps the envelope
 * and validates `result`. @throws ApiError for every failure except an abort, which rejects with an `AbortError`
 */
export interface Api {
  <E extends Endpoint>(endpoint: E, ...request: Arguments<E>): Promise<z.output<E['result']>>;
  withMessages: <E extends Endpoint>(endpoint: E, ...request: Arguments<E>) => Promise<ResultOrMessages<E>>;
  /** Also returns which records were unreadable, for lists that mark such records. Other calls omit them silently. */
  list: <E extends Endpoint>(
    endpoint: E,
    ...request: Arguments<E>
  ) => Promise<{ result: z.output<E['result']>; unreadableRecords: readonly UnreadableRecord[] }>;
  download: <E extends Endpoint>(endpoint: E, ...request: Arguments<E>) => Promise<Download>;
  /** Absolute URL for a path below the API's base, e.g. the `src` of a picture. */
  getUrl: (path: string) => string;
}

interface ApiOptions {
  baseUrl: string;
  session: Pick<Session, 'accessToken' | 'whenSettled' | 'refresh'>;
  /**
   * Called for failures that no user input caused: a 500 or an unknown failure (§8), or an unreadable response
   * (contract 1).
   */
  report?: ApiErrorReporter | undefined;
  /** The locale of the interface, in which the server should word its messages. */
  language?: (() => string) | undefined;
  isUnloading?: (() => boolean) | undefined;
  written?: Pick<WrittenBatches, 'note'> | undefined;
}

/** Timeout in ms. File transfers have none, since their duration depends on size and connection. */
const TIMEOUT_MS = 60_000;

type AnyRequest = CallOptions & { params?: Record<string, string | number>; query?: unknown; body?: unknown };

/** The only API client; all authenticated requests go through it, so that a 401 renews the session once. */
export const createApi = ({ baseUrl, session, report, language, isUnloading, written }: ApiOptions): Api => {
  const send = createSender(createClient(baseUrl, { language, isUnloading }), session);

  const call = async <T>(
    endpoint: Endpoint,
    request: AnyRequest,
    readResponse: (endpoint: string, response: ClientResponse, report: (error: ApiError | null) => void) => T,
  ): Promise<T> => {
    let response: ClientResponse | undefined;
    const reportError = (error: unknown): void => {
      if (error instanceof ApiError)
        error.requestId = parseRequestId(response?.headers[REQUEST_ID_HEADER.toLowerCase()]);
      if (isReported(error)) report?.(error, { sent: request.file?.name ?? request.body, received: response?.data });
    };
    try {
      response = await send(endpoint, request);
      return readResponse(formatEndpoint(endpoint), response, reportError);
    } catch (error) {
      reportError(error);
      throw error;
    }
  };

  const list = (endpoint: Endpoint, request: AnyRequest = {}) =>
    call(endpoint, request, (name, { status, data, headers }, reportError) => {
      const {
        data: result,
        unreadableRecords,
        error,
      } = parseResult(name, endpoint.result, openEnvelope(name, status, data).result);
      reportError(error);
      written?.note(result, headers);
      return { result, unreadableRecords };
    });
  const api = async (endpoint: Endpoint, request?: AnyRequest): Promise<unknown> =>
    (await list(endpoint, request)).result;

  const withMessages = (endpoint: Endpoint, request: AnyRequest = {}): Promise<ResultOrMessages<Endpoint>> =>
    call(endpoint, request, (name, { status, data, headers }) => {
      const { result, messages, isList } = openEnvelope(name, status, data);
      const answer = { result: isList ? null : parseResult(name, endpoint.result, result).data, messages };
      written?.note(answer, headers);
      return answer;
    });

  const download = (endpoint: Endpoint, request: AnyRequest = {}): Promise<Download> =>
    call(endpoint, request, (name, { status, data, headers }) => {
      if (!(data instanceof Blob)) throw createUnexpectedBodyError(name, status, data);
      return { blob: data, fileName: parseFileName(String(headers['content-disposition'] ?? '')) };
    });

  return Object.assign(api, { list, withMessages, download, getUrl: (path: string) => baseUrl + path }) as Api;
};

/** Handles a response without a file, which is an envelope with an error or a proxy's HTML page. */
const createUnexpectedBodyError = (endpoint: string, status: number, body: unknown): ApiError => {
  openEnvelope(endpoint, status, body);
  return new ApiError('unreadable', { endpoint, status });
};

const formatEndpoint = ({ method, path }: Endpoint): string => `${method} ${path}`;

type SendRequest = (request: ClientRequest) => Promise<ClientResponse>;

/** After a 401, repeats the request once with a renewed token (§8). */
const createSender =
  (network: SendRequest, session: ApiOptions['session']) =>
  async (endpoint: Endpoint, request: AnyRequest): Promise<ClientResponse> => {
    const plain = toClientRequest(endpoint, request);
    const attempt = async (token: string | null): Promise<ClientResponse> => {
      const response = await network({ ...plain, headers: buildHeaders(request, token) }).catch((error: unknown) => {
        throw isAborted(error) ? error : new ApiError('network', { endpoint: formatEndpoint(endpoint), cause: error });
      });
      return endpoint.raw ? { ...response, data: parseFileOrBody(endpoint.raw, response) } : response;
    };

    if (endpoint.access === 'public') return attempt(session.accessToken());
    await session.whenSettled();
    const token = session.accessToken();
    const response = await attempt(token);
    if (getEffectiveStatus(response.status, response.data) !== 401) return response;
    const renewedToken = await session.refresh(token);
    return renewedToken ? attempt(renewedToken) : response;
  };

const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

const buildHeaders = ({ headers }: AnyRequest, token: string | null): Record<string, string> => ({
  ...headers,
  ...(token ? { Authorization: `Bearer ${token}` } : {}),
});

const toClientRequest = (endpoint: Endpoint, request: AnyRequest): Omit<ClientRequest, 'headers'> => {
  const { params = {}, query, body, file, signal, onUploadProgress, onDownloadProgress } = request;
  return {
    method: endpoint.method,
    url: fillPath(endpoint.path, params),
    query,
    body: file ? toFormData(endpoint, file) : body,
    timeout: file || endpoint.raw ? 0 : TIMEOUT_MS,
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

const toFormData = (endpoint: Endpoint, file: File): FormData => {
  if (!endpoint.file) throw new Error(`endpoint "${formatEndpoint(endpoint)}" takes no file`);
  const form = new FormData();
  form.append(endpoint.file, file, file.name);
  return form;
};

/** A Blob for a file. Errors and proxy pages also arrive as bytes here, so they are decoded to JSON or text. */
const parseFileOrBody = (type: string, { status, data, headers }: ClientResponse): unknown => {
  const bytes = data as ArrayBuffer;
  const contentType = String(headers['content-type'] ?? '');
  const isUnexpectedType = /^(text\/html|application\/json)/.test(contentType) && !contentType.startsWith(type);
  if (status === 200 && !isUnexpectedType && bytes.byteLength > 0) return new Blob([bytes], { type: contentType });
  const text = new TextDecoder().decode(bytes);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** RFC 6266: `filename*` (UTF-8) takes precedence over `filename`. */
const parseFileName = (disposition: string): string | null => {
  const plain = /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? null;
  try {
    return decodeURIComponent(/filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1] ?? '') || plain;
  } catch {
    return plain;
  }
};
