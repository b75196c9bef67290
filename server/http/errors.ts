import type { Failure } from '#contract/failure.ts';
import type { KeyOf } from '#i18n/messages.ts';
import type { server } from '#i18n/ru/server.ts';
import type { Values } from '#i18n/translate.ts';
import { translate } from '../translate.ts';

const statuses = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  tooMany: 429,
  fault: 500,
} as const;
export type FailureKind = keyof typeof statuses;

interface Details {
  /** What people are told, where the kind's own text would not do. */
  text?: KeyOf<typeof server> | undefined;
  values?: Values | undefined;
  /** What people are told, in words already. */
  said?: string | undefined;
  /** What is wrong by field. */
  errors?: Record<string, string[]> | undefined;
  /** The record as it is now, with a conflict. */
  result?: unknown;
  /** Seconds after which to try again. */
  retryAfter?: number | undefined;
}

/** A call that ends in a failure of contract 1; whoever throws it need not know of HTTP. */
export class ApiFailure extends Error {
  readonly kind: FailureKind;
  readonly details: Details;

  constructor(kind: FailureKind, details: Details = {}, options?: ErrorOptions) {
    super(details.said ?? translate(details.text ?? kind, details.values), options);
    this.kind = kind;
    this.details = details;
  }

  get status() {
    return statuses[this.kind];
  }

  /** The body of the answer. */
  get body(): Failure {
    const { errors, result } = this.details;
    return {
      code: this.status,
      message: this.message,
      ...(errors && { errors }),
      ...(result !== undefined && { result }),
    };
  }
}

/** One field of the body is wrong. */
export const invalidField = (field: string, text: string): ApiFailure =>
  new ApiFailure('invalid', { errors: { [field]: [text] } });
