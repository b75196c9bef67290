/**
 * Barcodes used in retail: EAN-8, UPC-A (12), EAN-13 and GTIN-14 end in a check digit (GS1 General Specifications,
 * 7.9). Shops also use internal codes of other lengths, which have no check digit.
 */
const GTIN_LENGTHS = new Set([8, 12, 13, 14]);

/** A shop may also use its own codes of these lengths. Their last digit is not a check digit. */
const OWN_CODE_LENGTHS = new Set([13, 14]);

/** The GS1 check digit for `digits` (given without it): weights 3, 1, 3, … from the right, modulo 10. */
export const computeCheckDigit = (digits: string): number => {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1)
    sum += Number(digits[index]) * ((digits.length - index) % 2 ? 3 : 1);
  return (10 - (sum % 10)) % 10;
};

export type BarcodeError = 'digits' | 'length' | 'checkDigit';

/** Whether a text is a GTIN, i.e. has one of the GTIN lengths and a valid check digit. */
export const isValidGtin = (text: string): boolean => GTIN_LENGTHS.has(text.length) && validateBarcode(text) === null;

/**
 * Validates a barcode: 4 to 14 digits, with a valid check digit at lengths 8, 12, 13 and 14.
 * @param ownPrefixes a code of 13 or 14 digits that begins with one of these needs no check digit
 * @returns null when valid
 */
export const validateBarcode = (code: string, ownPrefixes: readonly string[] = []): BarcodeError | null => {
  if (!/^\d+$/.test(code)) return 'digits';
  if (code.length < 4 || code.length > 14) return 'length';
  if (!GTIN_LENGTHS.has(code.length)) return null;
  if (computeCheckDigit(code.slice(0, -1)) === Number(code.at(-1))) return null;
  const isOwn = OWN_CODE_LENGTHS.has(code.length) && ownPrefixes.some(prefix => code.startsWith(prefix));
  return isOwn ? null : 'checkDigit';
};

/** The prefix of every code. Passed as an own prefix, it makes every code of 13 or 14 digits valid. */
export const ANY_PREFIX = '';

/**
 * All spellings of an article number: a GTIN has 14 digits, and shorter codes omit leading zeros (GS1 General
 * Specifications, 3.3.2). A shop's own code has only one spelling.
 */
export const listGtinVariants = (code: string): string[] => {
  if (!isValidGtin(code)) return [code];
  const paddedCode = code.padStart(14, '0');
  return [...GTIN_LENGTHS]
    .map(length => paddedCode.slice(-length))
    .filter(form => form.padStart(14, '0') === paddedCode);
};

/**
 * Expands an eight-digit UPC-E to its twelve digits (GS1 General Specifications, 5.2.2.4); null if the code is not a
 * UPC-E.
 */
export const expandUpcE = (code: string): string | null => {
  const [, system = '', middleDigits = '', last = '', check = ''] = /^([01])(\d{5})(\d)(\d)$/.exec(code) ?? [];
  if (!system) return null;
  const digits = buildUpcABody(middleDigits, last);
  const expandedCode = `${system}${digits}${check}`;
  return validateBarcode(expandedCode) === null ? expandedCode : null;
};

const buildUpcABody = (digits: string, last: string): string => {
  const [manufacturer, item] = [digits.slice(0, 2), digits.slice(2)];
  if ('012'.includes(last)) return `${manufacturer}${last}0000${item}`;
  if (last === '3') return `${digits.slice(0, 3)}00000${digits.slice(3)}`;
  return last === '4' ? `${digits.slice(0, 4)}00000${digits.slice(4)}` : `${digits}0000${last}`;
};
