import { wordInEachLanguage, wordOf } from '../../table/labels.ts';
import { fault, foldedName, value, written } from '../../table/parsed.ts';
import { stored } from '../kind.ts';

export const status = stored('status', {
  parse: (cell, { values }) => {
    const word = foldedName(written(cell));
    const found = values.find(one => [one, ...wordInEachLanguage(one)].some(label => foldedName(label) === word));
    return found ? value(found) : fault('notStatus', { values: values.map(wordOf).join(', ') });
  },
  write: wordOf,
  rule: ({ values }) => ({ type: 'list', values: values.map(wordOf) }),
  example: ({ values }) => wordOf(values[0]),
});
