import type { importLog } from '#i18n/ru/importLog.ts';
import type { MessageValues } from '#i18n/translate.ts';
import { translateImport } from '../../translate.ts';

/** Why an image of a row could not be obtained. `kind` is a key of `importLog.images.fault`. */
export class ImageUnavailable extends Error {
  readonly kind: keyof (typeof importLog)['images']['fault'];
  readonly isTemporary: boolean;
  readonly retryAfter: number | undefined;
  readonly userMessage: string;

  constructor(
    kind: ImageUnavailable['kind'],
    values: MessageValues = {},
    { isTemporary = false, retryAfter, cause }: UnavailableOptions = {},
  ) {
    super(`image unavailable: ${kind}`, { cause });
    this.kind = kind;
    this.isTemporary = isTemporary;
    this.retryAfter = retryAfter;
    this.userMessage = translateImport(`images.fault.${kind}`, values);
  }
}

interface UnavailableOptions {
  isTemporary?: boolean;
  /** How long the site asks us to wait, in ms. */
  retryAfter?: number | undefined;
  cause?: unknown;
}
