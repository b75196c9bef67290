import axios, { type AxiosProgressEvent, type AxiosRequestConfig } from 'axios';

export interface ClientRequest {
  method: string;
  url: string;
  query?: unknown;
  body?: unknown;
  /** Timeout in ms; 0 disables it. */
  timeout: number;
  isRaw: boolean;
  headers: Record<string, string>;
  signal?: AbortSignal | undefined;
  onUploadProgress?: ((sentBytes: number) => void) | undefined;
  onDownloadProgress?: ((receivedBytes: number) => void) | undefined;
}

export interface ClientResponse {
  status: number;
  data: unknown;
  headers: Record<string, unknown>;
}

/**
 * Uses `fetch`, because an XMLHttpRequest is cancelled when the page unloads, while `keepalive` lets `fetch` finish.
 * Browsers allow `keepalive` only for bodies below 64 KiB.
 */
const keepAliveOptions: AxiosRequestConfig = { adapter: 'fetch', fetchOptions: { keepalive: true } };

interface PageGlobals {
  language?: (() => string) | undefined;
  isUnloading?: (() => boolean) | undefined;
}

/**
 * The transport (axios). Rejects with an `AbortError` when aborted, and with any other error when there was no
 * response.
 */
export const createClient = (baseUrl: string, { language, isUnloading }: PageGlobals = {}) => {
  const client = axios.create({
    baseURL: baseUrl,
    validateStatus: () => true,
    // Otherwise axios waits for a cookie before it sends a request. Requests carry a token instead.
    withXSRFToken: false,
    // Credentials are needed only for a cross-origin API, which could not set its picture cookie without them.
    withCredentials: /^https?:/.test(baseUrl),
    paramsSerializer: { indexes: null },
    headers: { Accept: 'application/json' },
  });
  const getLanguageHeaders = () => (language ? { 'Accept-Language': language() } : {});
  return async ({
    query,
    body,
    isRaw,
    signal,
    onUploadProgress,
    onDownloadProgress,
    ...request
  }: ClientRequest): Promise<ClientResponse> => {
    // axios throttles progress events, so the last one may arrive after an abort and make the request look active.
    let hasEnded = false;
    try {
      return await client.request<unknown>({
        ...request,
        headers: { ...getLanguageHeaders(), ...request.headers },
        ...(isUnloading?.() && keepAliveOptions),
        params: query,
        data: body,
        ...(isRaw && { responseType: 'arraybuffer' }),
        ...(signal && { signal }),
        ...(onUploadProgress && {
          onUploadProgress: ({ progress }: AxiosProgressEvent) => {
            if (!hasEnded) onUploadProgress(progress ?? 0);
          },
        }),
        ...(onDownloadProgress && {
          onDownloadProgress: ({ loaded }: AxiosProgressEvent) => {
            if (!hasEnded) onDownloadProgress(loaded);
          },
        }),
      });
    } catch (error) {
      throw axios.isCancel(error) ? new DOMException('The call was given up', 'AbortError') : error;
    } finally {
      hasEnded = true;
    }
  };
};
