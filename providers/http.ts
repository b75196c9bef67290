import axios, { type AxiosInstance, type AxiosProgressEvent, type AxiosRequestConfig, type AxiosResponse } from 'axios';
import type { z } from 'zod';
import type { Endpoint, PathParams } from '#contract/endpoint.ts';
import { openEnvelope, parseResult, statusOf } from './envelope.ts';
import { ApiError } from './errors.ts';
import type { Session } from './session.ts';

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
}

interface ApiOptions {
  /** Where the API lives, without a slash at the end. */
  baseUrl: string;
  session: Pick<Session, 'accessToken' | 'settled' | 'refresh'>;
  /** Told of faults that are nobody's input: §8 wants 500 and unknown ones reported, contract 1 unreadable ones. */
  report?: ((error: ApiError) => void) | undefined;
}

/** Milliseconds; uploads have no limit. */
const TIMEOUT = 60_000;

type AnyRequest = Options & { params?: Record<string, string | number>; query?: unknown; body?: unknown };

/** The one client of the API; every call of the application goes through it. */
export const createApi = ({ baseUrl, session, report }: ApiOptions): Api => {
  const client = axios.create({
    baseURL: baseUrl,
    validateStatus: () => true,
    paramsSerializer: { indexes: null },
    headers: { Accept: 'application/json' },
  });
  const send = createSender(client, session);

  const watched = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      if (error instanceof ApiError && reported.has(error.kind)) report?.(error);
      throw error;
    });

  const answer = async (endpoint: Endpoint, request: AnyRequest = {}): Promise<Answer<Endpoint>> => {
    const name = nameOf(endpoint);
    const response = await send(endpoint, request, {});
    const { result, messages, isList } = openEnvelope(name, response.status, response.data);
    return { result: isList ? null : parseResult(name, endpoint.result, result), messages };
  };

  const call = async (endpoint: Endpoint, request: AnyRequest = {}): Promise<unknown> => {
    const name = nameOf(endpoint);
    const response = await send(endpoint, request, {});
    return parseResult(name, endpoint.result, openEnvelope(name, response.status, response.data).result);
  };

  const download = async (endpoint: Endpoint, request: AnyRequest = {}): Promise<Download> => {
    const { status, data, headers } = await send(endpoint, request, { responseType: 'arraybuffer' });
    const blob = new Blob([data as ArrayBuffer], { type: String(headers['content-type'] ?? '') });
    if (status !== 200) openEnvelope(nameOf(endpoint), status, await readJson(blob));
    return { blob, fileName: fileNameOf(String(headers['content-disposition'] ?? '')) };
  };

  const api = (endpoint: Endpoint, request?: AnyRequest) => watched(call(endpoint, request));
  return Object.assign(api, {
    answer: (endpoint: Endpoint, request?: AnyRequest) => watched(answer(endpoint, request)),
    download: (endpoint: Endpoint, request?: AnyRequest) => watched(download(endpoint, request)),
  }) as Api;
};

const reported: ReadonlySet<string> = new Set<ApiError['kind']>(['server', 'unknown', 'unreadable']);

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** Sends a request with the token; after a 401 once more with a renewed one (§8). */
const createSender =
  (client: AxiosInstance, session: ApiOptions['session']) =>
  async (endpoint: Endpoint, request: AnyRequest, extra: AxiosRequestConfig): Promise<AxiosResponse<unknown>> => {
    const attempt = (token: string | null): Promise<AxiosResponse<unknown>> =>
      client
        .request<unknown>({ ...configOf(endpoint, request), ...extra, headers: headersOf(request, token) })
        .catch((error: unknown) => {
          throw failed(nameOf(endpoint), error);
        });

    if (endpoint.access === 'public') return attempt(session.accessToken());
    await session.settled();
    const token = session.accessToken();
    const response = await attempt(token);
    if (statusOf(response.status, response.data) !== 401) return response;
    const renewed = await session.refresh(token);
    return renewed ? attempt(renewed) : response;
  };

const headersOf = ({ headers }: AnyRequest, token: string | null): Record<string, string> => ({
  ...headers,
  ...(token ? { Authorization: `Bearer ${token}` } : {}),
});

const configOf = (endpoint: Endpoint, request: AnyRequest): AxiosRequestConfig => {
  const { params = {}, query, body, file, signal, onUploadProgress } = request;
  return {
    method: endpoint.method,
    url: fillPath(endpoint.path, params),
    params: query,
    data: file ? formOf(endpoint, file) : body,
    timeout: file ? 0 : TIMEOUT,
    ...(signal && { signal }),
    ...(onUploadProgress && {
      onUploadProgress: ({ progress }: AxiosProgressEvent) => onUploadProgress(progress ?? 0),
    }),
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

/** No answer: given up by the caller, or the server was not reached. */
const failed = (endpoint: string, error: unknown): Error =>
  axios.isCancel(error)
    ? new DOMException('The call was given up', 'AbortError')
    : new ApiError('network', { endpoint, cause: error });

const readJson = async (blob: Blob): Promise<unknown> => {
  try {
    return JSON.parse(await blob.text());
  } catch {
    return undefined;
  }
};

/** RFC 6266: `filename*` in UTF-8 before the plain one. */
const fileNameOf = (disposition: string): string | null => {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? null;
};
