import type { Failure } from '#contract/failure.ts';
import type { KeyOf } from '#i18n/messages.ts';
import type { server } from '#i18n/ru/server.ts';
import type { MessageValues } from '#i18n/translate.ts';
import { translate } from '../translate.ts';

const failureStatuses = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  notAllowed: 405,
  conflict: 409,
  tooLarge: 413,
  unsupported: 415,
  tooMany: 429,
  fault: 500,
  unavailable: 504,
  diskFull: 507,
} as const;
export type FailureKind = keyof typeof failureStatuses;

interface FailureDetails {
  text?: KeyOf<typeof server> | undefined;
  values?: MessageValues | undefined;
  /** Already translated, because it comes from a catalogue other than the API's own. */
  message?: string | undefined;
  errors?: Record<string, string[]> | undefined;
  /** On a conflict, the current record or tree, so that the client can merge without another request. */
  result?: unknown;
  /** Sent as `Retry-After`, in seconds. */
  retryAfter?: number | undefined;
  /** Sent as `Allow`, which a 405 requires (RFC 9110, 15.5.6). */
  allow?: readonly string[] | undefined;
}

/** A failure of contract 1. Kinds represent HTTP statuses, so that code below the routes does not depend on HTTP. */
export class ApiFailure extends Error {
  readonly kind: FailureKind;
  readonly details: FailureDetails;
  /** Whether the message is also given as an array (§8). */
  isListed = false;

  constructor(kind: FailureKind, details: FailureDetails = {}, options?: ErrorOptions) {
    super(details.message ?? translate(details.text ?? kind, details.values), options);
    this.kind = kind;
    this.details = details;
  }

  get status() {
    return failureStatuses[this.kind];
  }

  get headers(): Record<string, string> {
    const { retryAfter, allow } = this.details;
    return {
      ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
      ...(allow && { Allow: allow.join(', ') }),
      // Closes the connection, because the rest of the body has not been read.
      ...(this.kind === 'tooLarge' && { Connection: 'close' }),
    };
  }

  get body(): Failure {
    const { errors, result } = this.details;
    return {
      code: this.status,
      message: this.message,
      ...(this.isListed && { messages: [this.message] }),
      ...(errors && { errors }),
      ...(result !== undefined && { result }),
    };
  }
}

export const invalidField = (field: string, text: string): ApiFailure =>
  new ApiFailure('invalid', { errors: { [field]: [text] } });
