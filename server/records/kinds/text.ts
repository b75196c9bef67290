import { getKindTraits } from '#contract/fields.ts';
import { parseText, readCellText } from '../../table/parseResult.ts';
import { translateImport } from '../../translate.ts';
import { defineStoredKind } from '../kind.ts';
import { createMaxLengthRule, textColumn } from './texts.ts';

export const text = defineStoredKind('text', {
  ...textColumn,
  parse: (cell, { mayBeCode }) => parseText(cell, toSingleLine(readCellText(cell)), mayBeCode),
  isCode: ({ mayBeCode }) => mayBeCode === true,
  width: 32,
  format: () => '@',
  rule: createMaxLengthRule,
  // A text with a format needs a valid example. The contract's sample value for the kind provides one.
  example: field => {
    const { format, max } = field;
    return (
      format ? String(getKindTraits(field).sample(field, 1, { ids: [], codes: [] })) : translateImport('example.text')
    ).slice(0, max);
  },
});

/**
 * Splits into lines first, because a regular expression for spaces around line breaks takes quadratic time on long runs
 * of spaces.
 */
const toSingleLine = (text: string): string =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
    .join(' ');
