import { kindOf } from '#contract/fields.ts';
import { textual, written } from '../../table/parsed.ts';
import { translateImport } from '../../translate.ts';
import { stored } from '../kind.ts';
import { shorter, textColumn } from './texts.ts';

export const text = stored('text', {
  ...textColumn,
  parse: (cell, { mayBeCode }) => textual(cell, inOneLine(written(cell)), mayBeCode),
  isCode: ({ mayBeCode }) => mayBeCode === true,
  width: 32,
  format: () => '@',
  rule: shorter,
  // A text with a format has an example of its own: the sample of its kind.
  example: field => {
    const { format, max } = field;
    return (
      format ? String(kindOf(field).sample(field, 1, { ids: [], codes: [] })) : translateImport('example.text')
    ).slice(0, max);
  },
});

/**
 * Splits into lines first, because a regular expression for spaces around line breaks takes quadratic time on long runs
 * of spaces.
 */
const inOneLine = (text: string): string =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
    .join(' ');
