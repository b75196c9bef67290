import type { KeyOf } from '#i18n/messages.ts';
import type { sendingLog } from '#i18n/ru/sendingLog.ts';
import type { Values } from '#i18n/translate.ts';
import { translateSending } from '../../translate.ts';

export type Fault = KeyOf<(typeof sendingLog)['fault']>;

/** The scope of a fault: this file, everything for the cafe, or unknown until another attempt. */
export type Reach = 'file' | 'cafe' | 'again';

export class NotDelivered extends Error {
  readonly fault: Fault;
  readonly reach: Reach;
  /** A message for users: what is wrong and what to do. */
  readonly userMessage: string;
  /** The delay that the receiver asked for, in ms. */
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
