import type { KeyOf } from '#i18n/messages.ts';
import type { server } from '#i18n/ru/server.ts';
import type { MessageValues } from '#i18n/translate.ts';
import { translate } from '../../translate.ts';

export type RefusalKind = KeyOf<(typeof server)['images']>;

export class ImageRefusal extends Error {
  readonly kind: RefusalKind;
  readonly values: MessageValues;

  constructor(kind: RefusalKind, values: MessageValues = {}, options?: ErrorOptions) {
    super(`image refused: ${kind}`, options);
    this.kind = kind;
    this.values = values;
  }

  messageFor(name = ''): string {
    return translate(`images.${this.kind}`, { name, ...this.values });
  }
}
