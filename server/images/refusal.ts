import type { KeyOf } from '#i18n/messages.ts';
import type { server } from '#i18n/ru/server.ts';
import type { Values } from '#i18n/translate.ts';
import { say } from '../say.ts';

export type RefusalKind = KeyOf<(typeof server)['images']>;

/** A file that is no picture of ours, or an upload that is none. */
export class ImageRefusal extends Error {
  readonly kind: RefusalKind;
  readonly values: Values;

  constructor(kind: RefusalKind, values: Values = {}, options?: ErrorOptions) {
    super(`image refused: ${kind}`, options);
    this.kind = kind;
    this.values = values;
  }

  /** What people are told, of a file with its name. */
  said(name = ''): string {
    return say(`images.${this.kind}`, { name, ...this.values });
  }
}
