/** Reads a number as Russians and spreadsheets write it: spaces between thousands, comma or point. NaN when it is none. */
export const parseDecimal = (text: string): number | null => {
  const plain = text.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.');
  return plain === '' ? null : Number(plain);
};

/** Writes a number for a text field, with a decimal comma where the language has one; what is none as it is. */
export const writeDecimal = (value: unknown, locale: string): string => {
  if (value === null || value === undefined || Number.isNaN(value)) return '';
  if (typeof value === 'string') return value;
  return locale === 'ru' ? String(value).replace('.', ',') : String(value);
};
