import type { KeyOf } from '#i18n/messages.ts';
import type { sendingLog } from '#i18n/ru/sendingLog.ts';
import type { MessageValues } from '#i18n/translate.ts';
import { translateSending } from '../../translate.ts';

export type DeliveryErrorKind = KeyOf<(typeof sendingLog)['fault']>;

export type FailureScope = 'file' | 'cafe' | 'again';

export class DeliveryError extends Error {
  readonly errorKind: DeliveryErrorKind;
  readonly scope: FailureScope;
  readonly userMessage: string;
  readonly retryAfter: number | undefined;

  constructor(errorKind: DeliveryErrorKind, { scope, values = {}, retryAfter, cause }: DeliveryErrorOptions) {
    super(`not delivered: ${errorKind}`, { cause });
    this.errorKind = errorKind;
    this.scope = scope;
    this.userMessage = translateSending(`fault.${errorKind}`, values);
    this.retryAfter = retryAfter;
  }
}

interface DeliveryErrorOptions {
  scope: FailureScope;
  values?: MessageValues;
  retryAfter?: number | undefined;
  cause?: unknown;
}
