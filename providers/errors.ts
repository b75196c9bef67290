export type ApiErrorKind =
  | 'unauthorized'
  | 'forbidden'
  | 'notFound'
  | 'conflict'
  | 'invalid'
  | 'tooLarge'
  | 'tooMany'
  | 'server'
  | 'unavailable'
  | 'network'
  | 'unreadable'
  | 'unknown';

const kinds: Readonly<Record<number, ApiErrorKind>> = {
  400: 'invalid',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'notFound',
  409: 'conflict',
  413: 'tooLarge',
  429: 'tooMany',
  500: 'server',
  504: 'unavailable',
};

/** The family of a status (§8 and contract 1); what neither names is `unknown`. */
export const kindOfStatus = (status: number): ApiErrorKind => kinds[status] ?? 'unknown';

interface Details {
  /** The call as the contract writes it, `GET /products/:id`. */
  endpoint: string;
  /** HTTP status, 0 when there was no answer. */
  status?: number;
  /** What the server says to people. */
  messages?: readonly string[];
  /** What is wrong with each field, dotted paths for nested ones. */
  errors?: Record<string, string[]>;
  /** The envelope's `result`: the current record of a 409. */
  result?: unknown;
  /** `unreadable`: the dotted path of the field that does not fit, empty for the whole answer. */
  field?: string;
  cause?: unknown;
}

/** A call failed: the server refused, could not be reached, or answered what the contract does not allow. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  readonly status: number;
  readonly messages: readonly string[];
  readonly errors: Record<string, string[]>;
  readonly result: unknown;
  readonly endpoint: string;
  readonly field: string;

  constructor(kind: ApiErrorKind, details: Details) {
    const { endpoint, status = 0, messages = [], errors = {}, result, field = '', cause } = details;
    super(`${endpoint}: ${[kind, status || '', field].filter(Boolean).join(' ')}`, { cause });
    this.kind = kind;
    this.status = status;
    this.messages = messages;
    this.errors = errors;
    this.result = result;
    this.endpoint = endpoint;
    this.field = field;
  }
}
