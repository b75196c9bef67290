interface ErrorEffect {
  status: number | null;
  notice: 'nothing' | 'ours' | 'theirs';
  isReported: boolean;
  /** Whether the failure may be temporary. Reads are then retried, but writes never are (decision 30). */
  isTransient: boolean;
}

/** The only place that maps kinds of failures to their handling (§8, contract 1), so that screens need not decide. */
export const errorEffects = {
  // §8: the client renews the session and repeats the request, or signs out. A notice would only appear for a moment
  // before the sign-in page.
  unauthorized: { status: 401, notice: 'nothing', isReported: false, isTransient: false },
  // §8: a 403 is silent.
  forbidden: { status: 403, notice: 'nothing', isReported: false, isTransient: false },
  invalid: { status: 400, notice: 'theirs', isReported: false, isTransient: false },
  notFound: { status: 404, notice: 'theirs', isReported: false, isTransient: false },
  conflict: { status: 409, notice: 'theirs', isReported: false, isTransient: false },
  tooLarge: { status: 413, notice: 'theirs', isReported: false, isTransient: false },
  tooMany: { status: 429, notice: 'theirs', isReported: false, isTransient: false },
  server: { status: 500, notice: 'ours', isReported: true, isTransient: false },
  unavailable: { status: 504, notice: 'theirs', isReported: false, isTransient: true },
  // Not transient, because only an administrator can free space, as the server's message explains.
  diskFull: { status: 507, notice: 'theirs', isReported: false, isTransient: false },
  // No response, so the outcome of a write is unknown.
  network: { status: null, notice: 'ours', isReported: false, isTransient: true },
  unreadable: { status: null, notice: 'ours', isReported: true, isTransient: false },
  unknown: { status: null, notice: 'ours', isReported: true, isTransient: false },
} as const satisfies Record<string, ErrorEffect>;

export type ApiErrorKind = keyof typeof errorEffects;

const kindByStatus = new Map(
  Object.entries(errorEffects).flatMap(([kind, { status }]) =>
    status === null ? [] : [[status as number, kind as ApiErrorKind]],
  ),
);

type SilentErrorKind = {
  [K in ApiErrorKind]: (typeof errorEffects)[K]['notice'] extends 'nothing' ? K : never;
}[ApiErrorKind];
export const isSilent = (kind: ApiErrorKind): kind is SilentErrorKind => errorEffects[kind].notice === 'nothing';

export const getErrorKind = (status: number): ApiErrorKind => kindByStatus.get(status) ?? 'unknown';

interface ErrorDetails {
  endpoint: string;
  /** HTTP status; 0 if there was no response. */
  status?: number;
  messages?: readonly string[];
  isList?: boolean;
  errors?: Record<string, string[]>;
  result?: unknown;
  /** `unreadable`: dotted path of the offending field; empty if the whole response is malformed. */
  field?: string;
  cause?: unknown;
}

export const isReported = (error: unknown): error is ApiError =>
  error instanceof ApiError && errorEffects[error.kind].isReported;

/** Whether the server could not be reached, in which case the outcome of the request is unknown. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ApiError && errorEffects[error.kind].isTransient;

/** Whether nothing that the user did has caused the failure, so that the operator may have to look for it in the log. */
export const isUnexpected = (kind: ApiErrorKind): boolean => {
  const { status } = errorEffects[kind];
  return status === null || status >= 500;
};

/** Whether the server rejected the request. A missing response or an internal error does not count as a rejection. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.kind !== 'notFound' && !isUnexpected(error.kind);

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  readonly status: number;
  readonly messages: readonly string[];
  readonly isList: boolean;
  readonly errors: Record<string, string[]>;
  readonly result: unknown;
  readonly endpoint: string;
  readonly field: string;
  /** The id of the request in the server's log. Set by the transport, since only it sees the response's headers. */
  requestId: string | null = null;

  constructor(kind: ApiErrorKind, details: ErrorDetails) {
    const { endpoint, status = 0, messages = [], isList = false, errors = {}, result, field = '', cause } = details;
    super(`${endpoint}: ${[kind, status || '', field].filter(Boolean).join(' ')}`, { cause });
    this.kind = kind;
    this.status = status;
    this.messages = messages;
    this.isList = isList;
    this.errors = errors;
    this.result = result;
    this.endpoint = endpoint;
    this.field = field;
  }
}
