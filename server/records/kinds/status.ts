import { listWordForms, translateWord } from '../../table/labels.ts';
import { createParsedValue, createParseError, foldName, readCellText } from '../../table/parseResult.ts';
import { defineStoredKind } from '../kind.ts';

const foldedFormsCache = new Map<string, ReadonlySet<string>>();

/** The forms are cached, because every cell of a table is compared with them. */
const getFoldedForms = (option: string): ReadonlySet<string> => {
  const forms = foldedFormsCache.get(option) ?? new Set([option, ...listWordForms(option)].map(foldName));
  foldedFormsCache.set(option, forms);
  return forms;
};

export const status = defineStoredKind('status', {
  parse: (cell, { values, resource }) => {
    const foldedText = foldName(readCellText(cell));
    const matchedOption = values.find(option => getFoldedForms(option).has(foldedText));
    return matchedOption
      ? createParsedValue(matchedOption)
      : createParseError('notStatus', { values: values.map(option => translateWord(option, resource)).join(', ') });
  },
  write: (option, { resource }, _nameOf, format) =>
    format?.kind === 'code' ? option : translateWord(option, resource),
  columnFormat: 'code',
  rule: ({ values, resource }) => ({ type: 'list', values: values.map(option => translateWord(option, resource)) }),
  example: ({ values, resource }) => translateWord(values[0], resource),
});
