import type { Field } from '#contract/fields.ts';
import { text } from '#contract/kinds.ts';
import { getReference, isReferenceName } from '#contract/references.ts';
import { getStoredKind } from '../records/getStoredKind.ts';
import { findLostLetter, isScientificNotation, isSheetError } from './damage.ts';
import { splitValues } from './multiValue.ts';
import {
  createParseError,
  type FilledCell,
  type Lookups,
  lookUpId,
  type ParseResult,
  readCellText,
} from './parseResult.ts';
import { NO_FORMULA_VALUE } from './row.ts';

export const addLookups = (lookups: Lookups, newLookups: Lookups): Lookups => ({
  ...lookups,
  ...Object.fromEntries(
    Object.entries(newLookups).map(([reference, idsByText]) => [
      reference,
      new Map([...idsByText, ...(lookups[reference] ?? [])]),
    ]),
  ),
});

export const isReferenceField = (field: Field): field is Field<'reference' | 'references'> =>
  getStoredKind(field).names === 'values';

export const listUnknownNames = (
  cell: FilledCell,
  field: Field<'reference' | 'references'>,
  lookups: Lookups,
): string[] => {
  const isText = typeof cell === 'string' || typeof cell === 'number';
  if (!isText || isSheetError(cell)) return [];
  const cellText = readCellText(cell);
  return (getStoredKind(field).several ? splitValues(cellText) : [cellText]).filter(
    name =>
      lookUpId(name, field.of, lookups) === undefined &&
      !isScientificNotation(name) &&
      (!isWordIn(field.of) || /\p{L}/u.test(name)) &&
      newNameSchema.safeParse(name).success,
  );
};

const isWordIn = (reference: string): boolean => isReferenceName(reference) && getReference(reference).isWord === true;

const newNameSchema = text({ required: true }).schema;

export const parseCell = (cell: FilledCell, field: Field, lookups: Lookups): ParseResult => {
  if (typeof cell === 'object' && 'error' in cell) {
    return createParseError(cell.error === NO_FORMULA_VALUE ? 'noFormulaValue' : 'sheetError');
  }
  const lostCode = typeof cell === 'string' ? findLostLetter(cell) : null;
  if (lostCode) return createParseError('lostLetter', { code: lostCode });
  const { parse, takesAnyText } = getStoredKind(field);
  if (isSheetError(cell) && !takesAnyText) return createParseError('sheetError');
  if (!parse) throw new Error(`field kind "${field.kind}" is no column of a table`);
  return parse(cell, field, lookups);
};
