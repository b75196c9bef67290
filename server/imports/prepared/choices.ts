import { isDeepStrictEqual } from 'node:util';
import type { ImportMapping } from '#contract/importMapping.ts';
import {
  type Corrections,
  type ImportProfile,
  type ListedCorrection,
  type PreparedChoices,
  preparedLimits,
} from '#contract/preparing.ts';
import { ApiFailure } from '../../http/errors.ts';
import { translateImport } from '../../translate.ts';
import type { StoredPreparedImport } from './store.ts';

/** Choices with corrections as file texts; values have been converted already. */
export type ParsedChoices = Omit<PreparedChoices, 'cells' | 'alike' | 'layout'> & {
  profile?: ImportProfile;
  cells: readonly { row: number; field: string; text: string | null }[];
  alike: Corrections['alike'];
  /** The sheet and header when there is no mapping; required when a mapping is given. */
  proposed?: ChosenLayout;
};

type ChosenLayout = Pick<ImportMapping, 'sheet' | 'header'>;

/** @throws {ApiFailure} 400 when an upload would have too many corrections or excluded rows */
export const applyChoices = (
  { mapping, corrections, left_out }: StoredPreparedImport,
  changes: ParsedChoices,
): Pick<StoredPreparedImport, 'corrections' | 'left_out'> => {
  const [was, newLayout] =
    changes.mapping === undefined ? [] : [mapping ?? changes.proposed, changes.mapping ?? changes.proposed];
  const isSameSheet = was?.sheet === newLayout?.sheet;
  const isSameLayout = isSameSheet && isDeepStrictEqual(was?.header, newLayout?.header);
  const edits = {
    corrections: updateCorrections(isSameLayout ? corrections : NO_CORRECTIONS, changes),
    left_out: updateExcludedRows(isSameSheet ? left_out : [], changes),
  };
  assertWithinLimit('tooManyCorrections', countCorrections(edits.corrections), preparedLimits.corrections);
  assertWithinLimit('tooManyLeftOut', edits.left_out.length, preparedLimits.excludedRows);
  return edits;
};

const NO_CORRECTIONS: Corrections = { cells: {}, alike: [] };

const assertWithinLimit = (text: 'tooManyCorrections' | 'tooManyLeftOut', count: number, limit: number): void => {
  if (count > limit) throw new ApiFailure('invalid', { message: translateImport(`refused.${text}`, { limit }) });
};

export const countCorrections = ({ cells, alike }: Corrections): number =>
  Object.values(cells).flatMap(Object.keys).length + alike.length;

const updateCorrections = (before: Corrections, changes: ParsedChoices): Corrections => {
  const { cells, alike } = removeCorrections(before, changes.remove_corrections);
  const next = { ...cells };
  for (const { row, field, text } of changes.cells) next[row] = { ...next[row], [field]: text };
  const replacedKeys = new Set(changes.alike.map(buildAlikeKey));
  return {
    cells: next,
    alike: [...alike.filter(correction => !replacedKeys.has(buildAlikeKey(correction))), ...changes.alike],
  };
};

const buildAlikeKey = ({ field, was }: { field: string; was: string }): string => `${field} ${was}`;

const removeCorrections = (
  { cells, alike }: Corrections,
  removedCorrections: PreparedChoices['remove_corrections'],
): Corrections => {
  if (removedCorrections === true) return NO_CORRECTIONS;
  if (!removedCorrections) return { cells, alike };
  const cellKeys = new Set(removedCorrections.cells.map(({ row, field }) => `${row} ${field}`));
  const alikeKeys = new Set(removedCorrections.alike.map(buildAlikeKey));
  const remainingCells = Object.entries(cells).map(
    ([row, rowTexts]) =>
      [
        row,
        Object.fromEntries(Object.entries(rowTexts).filter(([field]) => !cellKeys.has(`${row} ${field}`))),
      ] as const,
  );
  return {
    cells: Object.fromEntries(remainingCells.filter(([, rowTexts]) => Object.keys(rowTexts).length > 0)),
    alike: alike.filter(correction => !alikeKeys.has(buildAlikeKey(correction))),
  };
};

const updateExcludedRows = (before: readonly number[], { leave_out, take_back }: ParsedChoices): number[] => {
  if (take_back === true) return [];
  const takenBackRows = new Set(take_back);
  return [...new Set([...before, ...(leave_out ?? [])])].filter(row => !takenBackRows.has(row));
};

/** Corrections of all cells with the same text come first, followed by corrections of single cells in row order. */
export const listCorrections = (
  { cells, alike }: Corrections,
  getLabel: (field: string) => string,
): ListedCorrection[] => [
  ...alike.map(correction => ({ ...correction, row: null, label: getLabel(correction.field) })),
  ...Object.entries(cells).flatMap(([row, rowTexts]) =>
    Object.entries(rowTexts).map(([field, text]) => ({
      row: Number(row),
      field,
      label: getLabel(field),
      was: null,
      text,
    })),
  ),
];
