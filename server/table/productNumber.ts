import { hash } from 'node:crypto';
import { text } from '#contract/kinds.ts';
import { runInEachLanguage, translateExport } from '../translate.ts';

/**
 * The product number column, which lets an import find an exported product even if every other cell was edited. The
 * header is deliberately distinctive, because users' own tables may use `№` or `id` for something else.
 */
export const productNumberColumn = 'vitrina_number';

const getProductNumberLabel = (): string => translateExport('ownNumber');

export const createProductNumberField = () => ({
  ...text({ max: 32, mayBeCode: true }),
  label: getProductNumberLabel(),
  headings: runInEachLanguage(getProductNumberLabel),
});

/**
 * Contains no digits, because a spreadsheet could read them as a date, and no vowels, because they could form words.
 */
const CHECK_LETTERS = 'bcdfghjkmnpqrstvwxz';

/**
 * The product id with four check letters, derived from the id and the creation time (in seconds since 1970). They
 * detect numbers that were edited, continued by a spreadsheet's fill handle, or copied from another database.
 */
export const formatProductNumber = (id: number, createdAt: number): string => {
  const digest = hash('sha256', `${id} ${createdAt}`, 'buffer');
  const letterAt = (index: number): string => CHECK_LETTERS.charAt((digest[index] ?? 0) % CHECK_LETTERS.length);
  return `${id}-${letterAt(0)}${letterAt(1)}${letterAt(2)}${letterAt(3)}`;
};

/**
 * Extracts the id from a product number; null when malformed. The check letters are verified later, against the
 * database.
 */
export const parseProductNumber = (number: string): number | null => {
  const [, id] = /^([1-9]\d{0,8})-[a-z]{4}$/.exec(number) ?? [];
  return id === undefined ? null : Number(id);
};
