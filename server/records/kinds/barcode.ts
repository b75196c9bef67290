import { barcodeFault, expandedUpcE, isProvenBarcode } from '#contract/barcode.ts';
import { isCut, isDateText, isScientificNotation } from '../../table/damage.ts';
import { type FilledCell, fault, isDay, lookalike, type Parsed, value, written } from '../../table/parsed.ts';
import { stored } from '../kind.ts';

const parse = (cell: FilledCell): Parsed => {
  if (isCut(cell)) return fault('shortened');
  if (typeof cell === 'number') return Number.isSafeInteger(cell) ? value(String(cell)) : fault('notDigits');
  const text = written(cell);
  if (isDay(cell) || isDateText(text)) return fault('dateForDigits');
  if (isScientificNotation(text)) return fault('shortened');
  const letter = lookalike(text);
  return letter ? fault('lookalike', { letter }) : value(withoutShortening(text.replace(/\s/g, '')));
};

/** A UPC-E is a UPC-A with its zeros left out. Eight digits that are an EAN-8 stay as they are. */
const withoutShortening = (code: string): string =>
  barcodeFault(code) === 'checkDigit' ? (expandedUpcE(code) ?? code) : code;

/** Fourteen digits of which the first is not a zero are a package of the goods. */
const isPackage = (code: string): boolean => /^[1-9]\d{13}$/.test(code);

const proves = (text: string): boolean => {
  const code = text.replace(/\s/g, '');
  return isProvenBarcode(code) && !isPackage(code);
};

export const barcode = stored('barcode', {
  parse,
  write: text => text,
  proves,
  isCode: () => true,
  width: 18,
  format: () => '@',
  example: () => '4600000000008',
});
