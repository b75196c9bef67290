import { isDeepStrictEqual } from 'node:util';
import type { Arrangement } from '#contract/arrangement.ts';
import {
  type Corrections,
  type ImportProfile,
  type ListedMend,
  type PreparedChoices,
  preparedLimits,
} from '#contract/preparing.ts';
import { ApiFailure } from '../../http/errors.ts';
import { translateImport } from '../../translate.ts';
import type { Prepared } from './store.ts';

/** Changes of the choices whose mends are texts of the file. */
export type ReadChoices = Omit<PreparedChoices, 'cells' | 'alike' | 'layout'> & {
  profile?: ImportProfile;
  cells: readonly { row: number; field: string; text: string | null }[];
  alike: Corrections['alike'];
  /** Where the table is without an arrangement; needed when the arrangement is given. */
  proposed?: Layout;
};

type Layout = Pick<Arrangement, 'sheet' | 'header'>;

/** @throws {ApiFailure} 400 for more mends or rows left out than an upload may have */
export const editsAfter = (
  { arrangement, mends, left_out }: Prepared,
  changes: ReadChoices,
): Pick<Prepared, 'mends' | 'left_out'> => {
  const [was, is] =
    changes.arrangement === undefined ? [] : [arrangement ?? changes.proposed, changes.arrangement ?? changes.proposed];
  const isSameSheet = was?.sheet === is?.sheet;
  const isSameLayout = isSameSheet && isDeepStrictEqual(was?.header, is?.header);
  const edits = {
    mends: mendsAfter(isSameLayout ? mends : noMends, changes),
    left_out: leftOutAfter(isSameSheet ? left_out : [], changes),
  };
  refuseMore('tooManyMends', countMends(edits.mends), preparedLimits.mends);
  refuseMore('tooManyLeftOut', edits.left_out.length, preparedLimits.leftOut);
  return edits;
};

const noMends: Corrections = { cells: {}, alike: [] };

const refuseMore = (text: 'tooManyMends' | 'tooManyLeftOut', count: number, limit: number): void => {
  if (count > limit) throw new ApiFailure('invalid', { message: translateImport(`refused.${text}`, { limit }) });
};

export const countMends = ({ cells, alike }: Corrections): number =>
  Object.values(cells).flatMap(Object.keys).length + alike.length;

const mendsAfter = (before: Corrections, changes: ReadChoices): Corrections => {
  const { cells, alike } = unmended(before, changes.unmend);
  const next = { ...cells };
  for (const { row, field, text } of changes.cells) next[row] = { ...next[row], [field]: text };
  const replaced = new Set(changes.alike.map(alikeName));
  return { cells: next, alike: [...alike.filter(one => !replaced.has(alikeName(one))), ...changes.alike] };
};

const alikeName = ({ field, was }: { field: string; was: string }): string => `${field} ${was}`;

const unmended = ({ cells, alike }: Corrections, unmend: PreparedChoices['unmend']): Corrections => {
  if (unmend === true) return noMends;
  if (!unmend) return { cells, alike };
  const own = new Set(unmend.cells.map(({ row, field }) => `${row} ${field}`));
  const gone = new Set(unmend.alike.map(alikeName));
  const left = Object.entries(cells).map(
    ([row, texts]) =>
      [row, Object.fromEntries(Object.entries(texts).filter(([field]) => !own.has(`${row} ${field}`)))] as const,
  );
  return {
    cells: Object.fromEntries(left.filter(([, texts]) => Object.keys(texts).length > 0)),
    alike: alike.filter(one => !gone.has(alikeName(one))),
  };
};

const leftOutAfter = (before: readonly number[], { leave_out, take_back }: ReadChoices): number[] => {
  if (take_back === true) return [];
  const back = new Set(take_back);
  return [...new Set([...before, ...(leave_out ?? [])])].filter(row => !back.has(row));
};

/** All cells with the same text first, then single ones in the order of their rows. */
export const listMends = ({ cells, alike }: Corrections, labelOf: (field: string) => string): ListedMend[] => [
  ...alike.map(mend => ({ ...mend, row: null, label: labelOf(mend.field) })),
  ...Object.entries(cells).flatMap(([row, texts]) =>
    Object.entries(texts).map(([field, text]) => ({
      row: Number(row),
      field,
      label: labelOf(field),
      was: null,
      text,
    })),
  ),
];
