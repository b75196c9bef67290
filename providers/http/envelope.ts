import type { z } from 'zod';
import { messagesOf, SUCCESS } from '#contract/envelope.ts';
import { ApiError, kindOfStatus } from './errors.ts';

/** An answer's envelope once opened. */
export interface Opened {
  /** What `result` carried; undefined when the body was a bare array of messages. */
  result: unknown;
  /** The texts of a bare array body, or of an array in `message`; shown one by one (§8). */
  messages: readonly string[];
  /** Whether the body was nothing but such texts. */
  isList: boolean;
  /** The envelope's `message` as it came. */
  message: unknown;
}

/** Read leniently, and by hand, since the public pages do without zod: what is of no such shape the endpoint's schema tells. */
const envelopeOf = (body: unknown): (Record<string, unknown> & { code: number | undefined }) | null => {
  if (!isRecord(body)) return null;
  return { ...body, code: typeof body['code'] === 'number' ? body['code'] : undefined };
};

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Texts by field, each a list or a single one. */
const errorsOf = (errors: unknown): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(isRecord(errors) ? errors : {}).map(([name, texts]) => [
      name,
      typeof texts === 'string' ? [texts] : (messagesOf(texts) ?? []),
    ]),
  );

/** The status that counts: the HTTP one, or an envelope's own when HTTP says success. */
export const statusOf = (status: number, body: unknown): number => {
  const code = isSuccess(status) ? envelopeOf(body)?.code : undefined;
  return code ?? status;
};

/**
 * Opens an envelope as a tolerant reader (contract 1): `result` or the fields beside `code`, and
 * bare arrays of messages.
 * @throws ApiError with the family of the status; `unreadable` when a success is no JSON object
 */
export const openEnvelope = (endpoint: string, httpStatus: number, body: unknown): Opened => {
  const status = statusOf(httpStatus, body);
  const listed = messagesOf(body);
  if (!isSuccess(status)) throw failureOf(endpoint, status, body, listed);
  if (listed) return { result: undefined, messages: listed, isList: true, message: undefined };
  if (status === 204) return { result: null, messages: [], isList: false, message: SUCCESS.message };
  const envelope = envelopeOf(body);
  if (!envelope) throw new ApiError('unreadable', { endpoint, status });
  const { message } = envelope;
  return { result: resultOf(envelope), messages: messagesOf(message) ?? [], isList: false, message };
};

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** `result`; else the fields beside the code: the refresh answer's tokens, or the drafts of `items.items`. */
const resultOf = ({ code: _code, message: _message, ...rest }: Record<string, unknown>): unknown => {
  if ('result' in rest) return rest['result'];
  const { items } = rest;
  return typeof items === 'object' && items !== null && 'items' in items ? items : rest;
};

const failureOf = (endpoint: string, status: number, body: unknown, listed: string[] | null): ApiError => {
  const envelope = envelopeOf(body);
  const message = envelope?.message;
  const list = listed ?? messagesOf(envelope?.['messages']) ?? messagesOf(message);
  const own = typeof message === 'string' && message ? [message] : [];
  return new ApiError(kindOfStatus(status), {
    endpoint,
    status,
    messages: list ?? own,
    isList: list !== null,
    errors: errorsOf(envelope?.['errors']),
    result: envelope?.['result'],
  });
};

/** The result as the contract declares it. @throws ApiError `unreadable`, naming the endpoint and the first field */
export const parseResult = <S extends z.ZodType>(endpoint: string, schema: S, result: unknown): z.output<S> => {
  const parsed = schema.safeParse(result);
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path.join('.') ?? '';
  throw new ApiError('unreadable', { endpoint, status: 200, field, cause: parsed.error });
};
