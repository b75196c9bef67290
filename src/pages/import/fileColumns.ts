import { isKind } from '#contract/fields.ts';
import type { ColumnSource } from '#contract/importMapping.ts';
import type { PreparedImport } from '#contract/preparing.ts';
import { getKindView } from '#resources/fields/getKindView.ts';

/** The display name of a column, with its number if several columns have this heading. */
export const formatSource = ({ header, nth }: ColumnSource): string => `${nth} ${header}`;

export const isSameSource =
  (source: ColumnSource) =>
  (other: ColumnSource): boolean =>
    formatSource(source) === formatSource(other);

export type FileColumn = PreparedImport['columns'][number];
export type FileColumns = readonly FileColumn[];

export const isNumeric = ({ kind }: FileColumn): boolean =>
  kind !== null && isKind(kind) && getKindView({ kind }).isNumeric;
