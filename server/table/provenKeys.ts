import type { Field } from '#contract/fields.ts';
import { getStoredKind } from '../records/getStoredKind.ts';
import type { IsProven } from './columns.ts';
import { type FilledCell, readCellText } from './parseResult.ts';
import { isBlank, type TableRow } from './row.ts';

/**
 * Whether the values of a column look like keys: most are distinct and have a form that the field's kind accepts as
 * evidence. This way, a column of quantities is not mistaken for barcodes because of its header.
 */
export const createKeyCheck =
  (sample: readonly TableRow[]): IsProven =>
  (index, field) => {
    const columnTexts = listColumnTexts(sample, index);
    return new Set(columnTexts.filter(text => isEvidenceFor(field, text))).size > columnTexts.length / 2;
  };

const isEvidenceFor = (field: Field, text: string): boolean => getStoredKind(field).proves(text);

export const listColumnTexts = (sample: readonly TableRow[], index: number): string[] =>
  sample.flatMap(({ cells }) => (isBlank(cells[index]) ? [] : [readCellText(cells[index] as FilledCell)]));
