import axios, { type AxiosProgressEvent, type AxiosRequestConfig } from 'axios';

/** A request, as the network is asked for it. */
export interface ClientRequest {
  method: string;
  /** Below the API's base. */
  url: string;
  query?: unknown;
  body?: unknown;
  /** Milliseconds; 0 is no limit. */
  timeout: number;
  /** The answer is bytes, whatever they are of. */
  isRaw: boolean;
  headers: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** 0 to 1. */
  onUploadProgress?: ((sent: number) => void) | undefined;
  /** Bytes. */
  onDownloadProgress?: ((received: number) => void) | undefined;
}

/** Whatever came back: a refusal is an answer too. */
export interface ClientAnswer {
  status: number;
  data: unknown;
  headers: Record<string, unknown>;
}

/** Has the browser finish a request after its page is gone, which XMLHttpRequest does not; for bodies below 64 KiB. */
const outliving: AxiosRequestConfig = { adapter: 'fetch', fetchOptions: { keepalive: true } };

/** What goes over the network: axios. Rejects with an `AbortError` where the call was given up, else where no answer came. */
export const createClient = (baseUrl: string, isLeaving: () => boolean = () => false) => {
  const client = axios.create({
    baseURL: baseUrl,
    validateStatus: () => true,
    // An API of another origin hands out the cookie of pictures only to calls that would take it.
    withCredentials: /^https?:/.test(baseUrl),
    paramsSerializer: { indexes: null },
    headers: { Accept: 'application/json' },
  });
  return async ({
    query,
    body,
    isRaw,
    signal,
    onUploadProgress,
    onDownloadProgress,
    ...request
  }: ClientRequest): Promise<ClientAnswer> => {
    // axios throttles progress: its last event may come after the call was given up, which would look like a running one.
    let isOver = false;
    try {
      return await client.request<unknown>({
        ...request,
        ...(isLeaving() && outliving),
        params: query,
        data: body,
        ...(isRaw && { responseType: 'arraybuffer' }),
        ...(signal && { signal }),
        ...(onUploadProgress && {
          onUploadProgress: ({ progress }: AxiosProgressEvent) => {
            if (!isOver) onUploadProgress(progress ?? 0);
          },
        }),
        ...(onDownloadProgress && {
          onDownloadProgress: ({ loaded }: AxiosProgressEvent) => {
            if (!isOver) onDownloadProgress(loaded);
          },
        }),
      });
    } catch (error) {
      throw axios.isCancel(error) ? new DOMException('The call was given up', 'AbortError') : error;
    } finally {
      isOver = true;
    }
  };
};
