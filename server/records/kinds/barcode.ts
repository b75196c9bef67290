import { expandUpcE, isValidGtin, listGtinVariants, validateBarcode } from '#contract/barcode.ts';
import { isDateText, isScientificNotation, isTruncatedNumber } from '../../table/damage.ts';
import {
  createParsedValue,
  createParseError,
  type FilledCell,
  findLookalike,
  isDay,
  type ParseResult,
  readCellText,
} from '../../table/parseResult.ts';
import { defineStoredKind } from '../kind.ts';

const parse = (cell: FilledCell): ParseResult => {
  if (isTruncatedNumber(cell)) return createParseError('shortened');
  if (typeof cell === 'number')
    return Number.isSafeInteger(cell) ? createParsedValue(String(cell)) : createParseError('notDigits');
  const text = readCellText(cell);
  if (isDay(cell) || isDateText(text)) return createParseError('dateForDigits');
  if (isScientificNotation(text)) return createParseError('shortened');
  const letter = findLookalike(text);
  return letter
    ? createParseError('lookalike', { letter })
    : createParsedValue(expandIfShortened(text.replace(/\s/g, '')));
};

/** A UPC-E is a UPC-A without some of its zeros. Eight digits that form a valid EAN-8 are not expanded. */
const expandIfShortened = (code: string): string =>
  validateBarcode(code) === 'checkDigit' ? (expandUpcE(code) ?? code) : code;

/** Fourteen digits not starting with zero identify a case or multipack, not a single item. */
const isPackage = (code: string): boolean => /^[1-9]\d{13}$/.test(code);

const isProofOfBarcode = (text: string): boolean => {
  const code = text.replace(/\s/g, '');
  return isValidGtin(code) && !isPackage(code);
};

export const barcode = defineStoredKind('barcode', {
  parse,
  write: text => text,
  proves: isProofOfBarcode,
  isCode: () => true,
  spellings: listGtinVariants,
  width: 18,
  format: () => '@',
  example: () => '4600000000008',
});
