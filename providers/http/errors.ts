/** What becomes of a failed call. */
interface Effect {
  /** The HTTP status that means it; null where no status does. */
  status: number | null;
  /** What the person is told: nothing, a text of ours, or the server's sentence with ours where it sent none. */
  says: 'nothing' | 'ours' | 'theirs';
  /** Whether it is told to those who mend it. */
  isReported: boolean;
  /** Whether it may pass by itself: a read is then asked for again; a write never is (decision 30). */
  isPassing: boolean;
}

/** The one table from kind of failure to effect (§8, contract 1); the texts of ours are `errors.<kind>`. */
export const effects = {
  // §8: the session is renewed and the call made once more, or the session is left; the sign-in page follows.
  unauthorized: { status: 401, says: 'nothing', isReported: false, isPassing: false },
  // §8: nothing happens.
  forbidden: { status: 403, says: 'nothing', isReported: false, isPassing: false },
  invalid: { status: 400, says: 'theirs', isReported: false, isPassing: false },
  notFound: { status: 404, says: 'theirs', isReported: false, isPassing: false },
  conflict: { status: 409, says: 'theirs', isReported: false, isPassing: false },
  tooLarge: { status: 413, says: 'theirs', isReported: false, isPassing: false },
  tooMany: { status: 429, says: 'theirs', isReported: false, isPassing: false },
  server: { status: 500, says: 'ours', isReported: true, isPassing: false },
  unavailable: { status: 504, says: 'theirs', isReported: false, isPassing: true },
  // No answer at all.
  network: { status: null, says: 'ours', isReported: false, isPassing: true },
  // An answer that the contract does not allow.
  unreadable: { status: null, says: 'ours', isReported: true, isPassing: false },
  // Every status that has no row.
  unknown: { status: null, says: 'ours', isReported: true, isPassing: false },
} as const satisfies Record<string, Effect>;

export type ApiErrorKind = keyof typeof effects;

const kindByStatus = new Map(
  Object.entries(effects).flatMap(([kind, { status }]) =>
    status === null ? [] : [[status as number, kind as ApiErrorKind]],
  ),
);

/** Kinds that the person is told nothing of. */
type SilentKind = { [K in ApiErrorKind]: (typeof effects)[K]['says'] extends 'nothing' ? K : never }[ApiErrorKind];
export const isSilent = (kind: ApiErrorKind): kind is SilentKind => effects[kind].says === 'nothing';

/** The family of a status; what the table does not name is `unknown`. */
export const kindOfStatus = (status: number): ApiErrorKind => kindByStatus.get(status) ?? 'unknown';

interface Details {
  /** The call as the contract writes it, `GET /products/:id`. */
  endpoint: string;
  /** HTTP status, 0 when there was no answer. */
  status?: number;
  /** What the server says to people. */
  messages?: readonly string[];
  /** Whether the messages came as an array (§8). */
  isList?: boolean;
  /** What is wrong with each field, dotted paths for nested ones. */
  errors?: Record<string, string[]>;
  /** The envelope's `result`: the current record of a 409. */
  result?: unknown;
  /** `unreadable`: the dotted path of the field that does not fit, empty for the whole answer. */
  field?: string;
  cause?: unknown;
}

/** Whether a failure is told to those who mend it. */
export const isReported = (error: unknown): error is ApiError =>
  error instanceof ApiError && effects[error.kind].isReported;

/** A call failed: the server refused, could not be reached, or answered what the contract does not allow. */
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

  constructor(kind: ApiErrorKind, details: Details) {
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
