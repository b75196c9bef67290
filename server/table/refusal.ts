import type { importLog } from '#i18n/ru/importLog.ts';
import type { MessageValues } from '#i18n/translate.ts';

export type RefusalKind = keyof typeof importLog.refused;

const tooLargeKinds: ReadonlySet<RefusalKind> = new Set([
  'tooLarge',
  'unpacked',
  'tooManyRows',
  'tooMuchMemory',
  'archiveTooLarge',
  'archiveUnpacked',
  'archiveTooMany',
]);

/** Refusals that the user can resolve by choosing columns, rows or values. */
const kindsLiftedByChoice: ReadonlySet<RefusalKind> = new Set([
  'noRows',
  'noColumns',
  'missingColumn',
  'noKey',
  'twiceColumn',
  'closedColumn',
  'tooManyValues',
]);

/** Rejects a whole file. `kind` is a key of `importLog.refused`. */
export class TableRefusal extends Error {
  readonly kind: RefusalKind;
  readonly values: MessageValues;

  constructor(kind: RefusalKind, values: MessageValues = {}, options?: ErrorOptions) {
    super(`table refused: ${kind}`, options);
    this.kind = kind;
    this.values = values;
  }

  get isByChoice(): boolean {
    return kindsLiftedByChoice.has(this.kind);
  }

  get status(): 400 | 413 {
    return tooLargeKinds.has(this.kind) ? 413 : 400;
  }
}
