import type { Field } from '#contract/fields.ts';
import { storedAs } from '../records/storedAs.ts';
import type { IsProven } from './columns.ts';
import { type FilledCell, written } from './parsed.ts';
import { isBlank, type TableRow } from './row.ts';

/**
 * Whether the values of a column are those of a key: most of them differ from row to row and are what the field's kind
 * takes for evidence. A column of pieces is no barcode, however its header begins.
 */
export const provenIn =
  (sample: readonly TableRow[]): IsProven =>
  (index, field) => {
    const texts = textsIn(sample, index);
    return new Set(texts.filter(text => proves(field, text))).size > texts.length / 2;
  };

const proves = (field: Field, text: string): boolean => storedAs(field).proves(text);

export const textsIn = (sample: readonly TableRow[], index: number): string[] =>
  sample.flatMap(({ cells }) => (isBlank(cells[index]) ? [] : [written(cells[index] as FilledCell)]));
