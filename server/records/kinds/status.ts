import { listWordForms, translateWord } from '../../table/labels.ts';
import { createParsedValue, createParseError, foldName, readCellText } from '../../table/parseResult.ts';
import { defineStoredKind } from '../kind.ts';

const foldedFormsCache = new Map<string, ReadonlySet<string>>();

/** Cached, because every cell of a table is compared with these words. */
const getFoldedForms = (word: string): ReadonlySet<string> => {
  const forms = foldedFormsCache.get(word) ?? new Set([word, ...listWordForms(word)].map(foldName));
  foldedFormsCache.set(word, forms);
  return forms;
};

export const status = defineStoredKind('status', {
  parse: (cell, { values, resource }) => {
    const word = foldName(readCellText(cell));
    const found = values.find(one => getFoldedForms(one).has(word));
    return found
      ? createParsedValue(found)
      : createParseError('notStatus', { values: values.map(one => translateWord(one, resource)).join(', ') });
  },
  write: (word, { resource }) => translateWord(word, resource),
  rule: ({ values, resource }) => ({ type: 'list', values: values.map(one => translateWord(one, resource)) }),
  example: ({ values, resource }) => translateWord(values[0], resource),
});
