import { createHash } from 'node:crypto';
import { text } from '#contract/fields.ts';
import { exporting } from '#i18n/ru/exporting.ts';

/**
 * The column of what a product is called by in tables, by which an exported one finds its products whatever else of them
 * was edited. It is called as nobody calls a column elsewhere: «№» and «id» count other things there.
 */
export const ownNumber = 'vitrina_number';

export const ownNumberField = { ...text({ max: 32, mayBeCode: true }), label: exporting.ownNumber };

/** No digits, which a spreadsheet would make a date of, and no words. */
const letters = 'bcdfghjkmnpqrstvwxz';

/**
 * A product's id with four letters made of it and of when the product was made (whole seconds since 1970): what a hand or
 * a spreadsheet changed, and the number of another database's product, are no number here.
 */
export const ownNumberOf = (id: number, madeAt: number): string => {
  const digest = createHash('sha256').update(`${id} ${madeAt}`).digest();
  return `${id}-${Array.from(digest.subarray(0, 4), byte => letters[byte % letters.length]).join('')}`;
};

/** The id in such a number, which may be nobody's; null where it is none. */
export const idOfNumber = (number: string): number | null => {
  const [, id] = /^([1-9]\d{0,8})-[a-z]{4}$/.exec(number) ?? [];
  return id === undefined ? null : Number(id);
};
