import { isKind } from '#contract/fields.ts';
import type { PreparedImport } from '#contract/preparing.ts';
import { viewOf } from '#resources/fields/viewOf.ts';

export type FileColumn = PreparedImport['columns'][number];
export type FileColumns = readonly FileColumn[];

export const isNumeric = ({ kind }: FileColumn): boolean => kind !== null && isKind(kind) && viewOf({ kind }).isNumeric;
