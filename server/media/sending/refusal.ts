import type { KeyOf } from '#i18n/messages.ts';
import type { sendingLog } from '#i18n/ru/sendingLog.ts';
import type { MessageValues } from '#i18n/translate.ts';
import { translateSending } from '../../translate.ts';

export type DeliveryErrorKind = KeyOf<(typeof sendingLog)['fault']>;

export type FailureScope = 'file' | 'cafe' | 'again';

export class DeliveryError extends Error {
  readonly fault: DeliveryErrorKind;
  readonly reach: FailureScope;
  readonly userMessage: string;
  readonly retryAfter: number | undefined;

  constructor(fault: DeliveryErrorKind, { reach, values = {}, retryAfter, cause }: DeliveryErrorOptions) {
    super(`not delivered: ${fault}`, { cause });
    this.fault = fault;
    this.reach = reach;
    this.userMessage = translateSending(`fault.${fault}`, values);
    this.retryAfter = retryAfter;
  }
}

interface DeliveryErrorOptions {
  reach: FailureScope;
  values?: MessageValues;
  retryAfter?: number | undefined;
  cause?: unknown;
}
