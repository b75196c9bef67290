import { words as english } from '#i18n/en/words.ts';
import { words as russian } from '#i18n/ru/words.ts';
import { fault, foldedName, value, written } from '../../table/parsed.ts';
import { stored } from '../kind.ts';

const labelIn = (catalogue: Readonly<Record<string, string>>, word: string): string => catalogue[word] ?? word;

export const status = stored('status', {
  parse: (cell, { values }) => {
    const word = foldedName(written(cell));
    const found = values.find(one =>
      [one, labelIn(russian, one), labelIn(english, one)].some(label => foldedName(label) === word),
    );
    return found ? value(found) : fault('notStatus', { values: values.map(one => labelIn(russian, one)).join(', ') });
  },
  write: word => labelIn(russian, word),
  rule: ({ values }) => ({ type: 'list', values: values.map(word => labelIn(russian, word)) }),
  example: ({ values }) => labelIn(russian, values[0]),
});
