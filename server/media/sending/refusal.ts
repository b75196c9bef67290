import type { KeyOf } from '#i18n/messages.ts';
import type { sendingLog } from '#i18n/ru/sendingLog.ts';
import type { Values } from '#i18n/translate.ts';
import { translateSending } from '../../translate.ts';

export type Fault = KeyOf<(typeof sendingLog)['fault']>;

export type Reach = 'file' | 'cafe' | 'again';

export class NotDelivered extends Error {
  readonly fault: Fault;
  readonly reach: Reach;
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
  reach: Reach;
  values?: Values;
  retryAfter?: number | undefined;
  cause?: unknown;
}
