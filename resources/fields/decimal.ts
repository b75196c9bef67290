/**
 * Parses a number as people and spreadsheets write it: spaces between thousands, a decimal comma or point; in English
 * also commas between thousands. NaN for invalid text, null for empty text.
 */
export const parseDecimal = (text: string, locale: string): number | null => {
  const plain = text.replace(/[\s\u00a0\u202f]/g, '');
  const isGrouped = locale === 'en' && /^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(plain);
  const number = isGrouped ? plain.replaceAll(',', '') : plain.replace(',', '.');
  return number === '' ? null : Number(number);
};

/**
 * Formats a number for a text field in the given language, with at least `decimals` digits; returns other text as it
 * is.
 */
export const formatDecimal = (value: unknown, locale: string, decimals = 0): string => {
  if (typeof value === 'string') return value;
  if (typeof value !== 'number' || !Number.isFinite(value)) return '';
  return value.toLocaleString(locale, { minimumFractionDigits: decimals, maximumFractionDigits: 20 });
};
