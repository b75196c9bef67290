import { createHash } from 'node:crypto';
import { text } from '#contract/kinds.ts';
import { exporting } from '#i18n/ru/exporting.ts';

/**
 * The column with a product's own number, by which an exported row finds its product whatever else was edited. Its header
 * is unusual on purpose: «№» and «id» mean other things in people's own tables.
 */
export const ownNumber = 'vitrina_number';

export const ownNumberField = { ...text({ max: 32, mayBeCode: true }), label: exporting.ownNumber };

/** No digits, which a spreadsheet might turn into a date, and no vowels, which might form words. */
const letters = 'bcdfghjkmnpqrstvwxz';

/**
 * A product's id with four check letters, derived from it and from the time of creation (whole seconds since 1970). They
 * detect numbers that were edited or counted on by a spreadsheet, and those of another database.
 */
export const ownNumberOf = (id: number, madeAt: number): string => {
  const digest = createHash('sha256').update(`${id} ${madeAt}`).digest();
  return `${id}-${Array.from(digest.subarray(0, 4), byte => letters[byte % letters.length]).join('')}`;
};

/** The id in such a number; null where the form is wrong. Whether a product has it is not checked here. */
export const idOfNumber = (number: string): number | null => {
  const [, id] = /^([1-9]\d{0,8})-[a-z]{4}$/.exec(number) ?? [];
  return id === undefined ? null : Number(id);
};
