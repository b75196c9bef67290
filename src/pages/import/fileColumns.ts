import type { ColumnSource } from '#contract/arrangement.ts';
import { isKind } from '#contract/fields.ts';
import type { PreparedImport } from '#contract/preparing.ts';
import { viewOf } from '#resources/fields/viewOf.ts';

/** The display name of a column, with its number if several have this heading. */
export const sourceName = ({ header, nth }: ColumnSource): string => `${nth} ${header}`;

export const isSameSource =
  (one: ColumnSource) =>
  (other: ColumnSource): boolean =>
    sourceName(one) === sourceName(other);

export type FileColumn = PreparedImport['columns'][number];
export type FileColumns = readonly FileColumn[];

export const isNumeric = ({ kind }: FileColumn): boolean => kind !== null && isKind(kind) && viewOf({ kind }).isNumeric;
