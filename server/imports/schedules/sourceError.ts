import type { KeyOf } from '#i18n/messages.ts';
import type { importLog } from '#i18n/ru/importLog.ts';
import type { MessageValues } from '#i18n/translate.ts';
import { translateImport } from '../../translate.ts';

export type SourceErrorKind = KeyOf<(typeof importLog)['source']>;

interface SourceErrorOptions {
  values?: MessageValues;
  /** Whether another attempt may succeed without anybody changing anything. */
  isTemporary?: boolean;
  /** How long the source's server asks us to wait, in ms. */
  retryAfter?: number | undefined;
  cause?: unknown;
}

/** Why a source cannot be read. The message is for users, in the current language (decision 88). */
export class SourceError extends Error {
  readonly isTemporary: boolean;
  readonly retryAfter: number | undefined;

  constructor(kind: SourceErrorKind, { values = {}, isTemporary = false, retryAfter, cause }: SourceErrorOptions = {}) {
    super(translateImport(`source.${kind}`, values), { cause });
    this.isTemporary = isTemporary;
    this.retryAfter = retryAfter;
  }
}
