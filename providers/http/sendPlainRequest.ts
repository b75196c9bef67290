import { parseRequestId, REQUEST_ID_HEADER } from '#contract/requestId.ts';
import type { ApiErrorReporter } from '../reporting/reporter.ts';
import { type OpenedEnvelope, openEnvelope } from './envelope.ts';
import { ApiError, isReported } from './errors.ts';

interface PlainRequest extends Omit<RequestInit, 'body'> {
  baseUrl: string;
  endpoint: string;
  body?: unknown;
  report?: ApiErrorReporter | undefined;
}

/** Timeout in ms; shorter than the API client's, because a user is waiting at the sign-in form. */
const TIMEOUT_MS = 20_000;

/**
 * A request with plain `fetch` instead of the API client: a refresh must not wait for itself, and the public pages
 * should not load the client (19 kB). @throws ApiError for every failure
 */
export const sendPlainRequest = async ({
  baseUrl,
  endpoint,
  body,
  report,
  ...init
}: PlainRequest): Promise<OpenedEnvelope> => {
  const [method = '', path = ''] = endpoint.split(' ');
  let response: Response | undefined;
  let responseBody: unknown;
  try {
    response = await fetch(`${baseUrl}${path}`, {
      method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...init,
      headers: { Accept: 'application/json', ...(body !== undefined && JSON_BODY), ...init.headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    responseBody = parseJson(await response.text());
    return openEnvelope(endpoint, response.status, responseBody);
  } catch (cause) {
    const error = cause instanceof ApiError ? cause : new ApiError('network', { endpoint, cause });
    error.requestId = parseRequestId(response?.headers.get(REQUEST_ID_HEADER));
    if (isReported(error)) report?.(error, { sent: body, received: responseBody });
    throw error;
  }
};

const JSON_BODY = { 'Content-Type': 'application/json' };

/** Falls back to the text, because a proxy's error page is not JSON. */
const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};
