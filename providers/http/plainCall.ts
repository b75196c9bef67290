import type { ReportFault } from '../reporting/reporter.ts';
import { type Opened, openEnvelope } from './envelope.ts';
import { ApiError, isReported } from './errors.ts';

interface PlainCall extends Omit<RequestInit, 'body'> {
  /** Where the API lives, without a slash at the end. */
  baseUrl: string;
  /** The call as the contract writes it, without parameters: `GET /health`. */
  endpoint: string;
  /** Goes as JSON. */
  body?: unknown;
  report?: ReportFault | undefined;
}

/** Milliseconds after which a call counts as a network fault. */
const TIMEOUT = 20_000;

/**
 * A call by bare `fetch`, beside the client of the application: the session must not wait for itself, and the
 * public pages do without the client (19 kB). @throws ApiError for every failure
 */
export const plainCall = async ({ baseUrl, endpoint, body, report, ...init }: PlainCall): Promise<Opened> => {
  const [method = '', path = ''] = endpoint.split(' ');
  let received: unknown;
  try {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      signal: AbortSignal.timeout(TIMEOUT),
      ...init,
      headers: { Accept: 'application/json', ...(body !== undefined && JSON_BODY), ...init.headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    received = asJson(await response.text());
    return openEnvelope(endpoint, response.status, received);
  } catch (cause) {
    const error = cause instanceof ApiError ? cause : new ApiError('network', { endpoint, cause });
    if (isReported(error)) report?.(error, { sent: body, received });
    throw error;
  }
};

const JSON_BODY = { 'Content-Type': 'application/json' };

/** The body, or its text when it is no JSON: then no answer of the API, but a proxy's page. */
const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};
