import { formsOf, wordOf } from '../../table/labels.ts';
import { fault, foldedName, value, written } from '../../table/parsed.ts';
import { stored } from '../kind.ts';

const known = new Map<string, ReadonlySet<string>>();

/** Kept, since each cell of a table is compared with them. */
const foldedForms = (word: string): ReadonlySet<string> => {
  const forms = known.get(word) ?? new Set([word, ...formsOf(word)].map(foldedName));
  known.set(word, forms);
  return forms;
};

export const status = stored('status', {
  parse: (cell, { values, resource }) => {
    const word = foldedName(written(cell));
    const found = values.find(one => foldedForms(one).has(word));
    return found ? value(found) : fault('notStatus', { values: values.map(one => wordOf(one, resource)).join(', ') });
  },
  write: (word, { resource }) => wordOf(word, resource),
  rule: ({ values, resource }) => ({ type: 'list', values: values.map(one => wordOf(one, resource)) }),
  example: ({ values, resource }) => wordOf(values[0], resource),
});
