import type { z } from 'zod';
import { parseMessages, SUCCESS } from '#contract/envelope.ts';
import { ApiError, getErrorKind } from './errors.ts';

export interface OpenedEnvelope {
  result: unknown;
  /** Messages from a bare array body or an array in `message`, to be shown one by one (§8). */
  messages: readonly string[];
  isList: boolean;
  code: number | undefined;
  message: unknown;
}

/**
 * Parses by hand, because the public pages are loaded without zod. A wrong `result` is caught later by the endpoint's
 * schema.
 */
const parseEnvelope = (body: unknown): (Record<string, unknown> & { code: number | undefined }) | null => {
  if (!isRecord(body)) return null;
  return { ...body, code: typeof body['code'] === 'number' ? body['code'] : undefined };
};

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Turns both forms into lists: the API sends a list or a single text per field (contract 1). */
const parseErrors = (errors: unknown): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(isRecord(errors) ? errors : {}).map(([name, fieldMessages]) => [
      name,
      typeof fieldMessages === 'string' ? [fieldMessages] : (parseMessages(fieldMessages) ?? []),
    ]),
  );

/**
 * The HTTP status, or the envelope's code if the HTTP status reports success, so that a failure inside a 200 is not
 * mistaken for a success.
 */
export const getEffectiveStatus = (status: number, body: unknown): number => {
  const code = isSuccess(status) ? parseEnvelope(body)?.code : undefined;
  return code ?? status;
};

/**
 * Reads an envelope leniently (contract 1): accepts `result`, fields beside `code`, and bare arrays of messages.
 * @throws ApiError for an error status; `unreadable` if a successful response is not a JSON object
 */
export const openEnvelope = (endpoint: string, httpStatus: number, body: unknown): OpenedEnvelope => {
  const status = getEffectiveStatus(httpStatus, body);
  const listedMessages = parseMessages(body);
  if (!isSuccess(status)) throw toApiError(endpoint, status, body, listedMessages);
  if (listedMessages)
    return { result: undefined, messages: listedMessages, isList: true, code: undefined, message: undefined };
  if (status === 204) return { result: null, messages: [], isList: false, ...SUCCESS };
  const envelope = parseEnvelope(body);
  if (!envelope) throw new ApiError('unreadable', { endpoint, status });
  const { code, message } = envelope;
  return { result: unwrapResult(envelope), messages: parseMessages(message) ?? [], isList: false, code, message };
};

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Some responses have no `result`. A refresh returns its tokens next to `code`, and drafts are in `items.items`. */
const unwrapResult = ({ code: _code, message: _message, ...rest }: Record<string, unknown>): unknown => {
  if ('result' in rest) return rest['result'];
  const { items } = rest;
  return typeof items === 'object' && items !== null && 'items' in items ? items : rest;
};

const toApiError = (endpoint: string, status: number, body: unknown, listedMessages: string[] | null): ApiError => {
  const envelope = parseEnvelope(body);
  const message = envelope?.message;
  const list = listedMessages ?? parseMessages(envelope?.['messages']) ?? parseMessages(message);
  const ownMessages = typeof message === 'string' && message ? [message] : [];
  return new ApiError(getErrorKind(status), {
    endpoint,
    status,
    messages: list ?? ownMessages,
    isList: list !== null,
    errors: parseErrors(envelope?.['errors']),
    result: envelope?.['result'],
  });
};

export const createUnreadableError = (endpoint: string, cause: z.ZodError): ApiError =>
  new ApiError('unreadable', { endpoint, status: 200, field: cause.issues[0]?.path.join('.') ?? '', cause });
