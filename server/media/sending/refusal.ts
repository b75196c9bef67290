import type { KeyOf } from '#i18n/messages.ts';
import type { sendingLog } from '#i18n/ru/sendingLog.ts';
import type { Values } from '#i18n/translate.ts';
import { translateSending } from '../../translate.ts';

export type Fault = KeyOf<(typeof sendingLog)['fault']>;

export type FailureScope = 'file' | 'cafe' | 'again';

export class DeliveryError extends Error {
  readonly fault: Fault;
  readonly reach: FailureScope;
  readonly userMessage: string;
  readonly retryAfter: number | undefined;

  constructor(fault: Fault, { reach, values = {}, retryAfter, cause }: Options) {
    super(`not delivered: ${fault}`, { cause });
    this.fault = fault;
    this.reach = reach;
    this.userMessage = translateSending(`fault.${fault}`, values);
    this.retryAfter = retryAfter;
  }
}

interface Options {
  reach: FailureScope;
  values?: Values;
  retryAfter?: number | undefined;
  cause?: unknown;
}
