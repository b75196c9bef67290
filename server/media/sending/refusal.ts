import type { KeyOf } from '#i18n/messages.ts';
import { sendingLog } from '#i18n/ru/sendingLog.ts';
import { translator, type Values } from '#i18n/translate.ts';

export const say = translator('ru', sendingLog);

export type Fault = KeyOf<(typeof sendingLog)['fault']>;

/** How far a fault reaches: one file, everything for a cafe, or nothing yet, since another try may help. */
export type Reach = 'file' | 'cafe' | 'again';

/** Why a file did not get to its cafe. */
export class NotDelivered extends Error {
  readonly fault: Fault;
  readonly reach: Reach;
  /** What is wrong and what to do, for people. */
  readonly said: string;
  /** When the receiver wants to be asked again, in ms. */
  readonly retryAfter: number | undefined;

  constructor(fault: Fault, { reach, values = {}, retryAfter, cause }: Options) {
    super(`not delivered: ${fault}`, { cause });
    this.fault = fault;
    this.reach = reach;
    this.said = say(`fault.${fault}`, values);
    this.retryAfter = retryAfter;
  }
}

interface Options {
  reach: Reach;
  values?: Values;
  retryAfter?: number | undefined;
  cause?: unknown;
}
