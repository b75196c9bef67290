import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText, listWordVariants, matchesQuery, splitByMatches } from '#contract/searchText.ts';
import * as schema from '#server/db/schema.ts';
import { describeOnBoth } from '#tests/support/server.ts';

const letters =
  'абвгдеёжзийклмнопрстуфхцчшщъыьэюяАБВЕЁКМНОРСТУХЙabcehkmoptxyzABCEHKMOPTXYZéèüñçĄşŽ0123456789,.-«»"%_\\\u00a0';
const text = fc.string({ unit: fc.constantFrom(...letters, ' ', 'e\u0301', 'и\u0306', '½', '№'), maxLength: 40 });
const word = fc.string({ unit: fc.constantFrom(...'абвекмнорстухйёabcehkmoptxyzé'), minLength: 1, maxLength: 8 });
const name = fc.array(word, { minLength: 1, maxLength: 5 });

const [latin, cyrillic] = ['ABCEHKMOPTXabcehkmoptx', 'АВСЕНКМОРТХавсенкмортх'];
const swapped = (letter: string): string => {
  const [at, other] = [latin.indexOf(letter), cyrillic.indexOf(letter)];
  return cyrillic.charAt(at) || latin.charAt(other) || letter;
};

describe('Normalised text', () => {
  it('[X420] normalising twice changes nothing more', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text, (any, own) => {
        for (const one of [any, own]) expect(foldText(foldText(one))).toBe(foldText(one));
      }),
    );
  });

  it('[X420] a look-alike, an accent or a case more or less finds the same', () => {
    fc.assert(
      fc.property(name, fc.infiniteStream(fc.boolean()), (words, isSwapped) => {
        const typed = [...words.join(' ')].map(letter => (isSwapped.next().value ? swapped(letter) : letter)).join('');
        expect(listWordVariants(typed)).toEqual(listWordVariants(words.join(' ')));
        expect(matchesQuery(words.join(' '), typed.toUpperCase())).toBe(true);
        expect(matchesQuery(words.join(' '), typed.normalize('NFD'))).toBe(true);
      }),
    );
  });

  it('[X421] the order of the words and the spaces between them do not matter', () => {
    const order = fc
      .tuple(name, name)
      .chain(([words, others]) =>
        fc.tuple(fc.constant([...words, ...others].join(' ')), fc.shuffledSubarray(words, { minLength: words.length })),
      );
    fc.assert(
      fc.property(order, fc.constantFrom(' ', '  ', '\u00a0', ' \t '), ([whole, words], space) => {
        expect(matchesQuery(whole, words.join(space))).toBe(true);
        expect(new Set(listWordVariants(words.join(space)).flat())).toEqual(
          new Set(listWordVariants(words.toReversed().join(' ')).flat()),
        );
      }),
    );
  });

  it('[L423] the parts of a text make the text, and a mark stays with its letter', () => {
    fc.assert(
      fc.property(text, text, (whole, query) => {
        expect(
          splitByMatches(whole, query)
            .map(part => part.text)
            .join(''),
        ).toBe(whole);
      }),
    );
    expect(splitByMatches('Cafe\u0301 au lait', 'КАФЕ café')).toEqual([
      { text: 'Cafe\u0301', isFound: true },
      { text: ' au lait', isFound: false },
    ]);
  });

  it('[L541] a mark stays with its letter after characters beyond the basic plane', () => {
    expect(splitByMatches('\u{1f95b} Молоко', 'молоко')).toEqual([
      { text: '\u{1f95b} ', isFound: false },
      { text: 'Молоко', isFound: true },
    ]);
  });

  it('[X421] a number and its unit are found with and without a space', () => {
    for (const spelling of ['500г', '500 г', '500\u00a0Г', '500 г.'])
      for (const typed of ['500г', '500 г', 'гранола 500 г', '500г Гранола', '«Гранола», 500г'])
        expect([spelling, typed, matchesQuery(`Гранола ${spelling}`, typed)]).toEqual([spelling, typed, true]);
    expect(matchesQuery('Молоко 0,5 л', 'молоко 0.5л')).toBe(true);
    expect(matchesQuery('Гранола 500 мл', '500 г')).toBe(false);
    expect(matchesQuery('Сорт 2 молока', '2 молока')).toBe(true);
  });
});

describeOnBoth('Normalised text in the database', server => {
  it('[X420] the stored text is what the client makes of the same fields', async () => {
    const names = fc.sample(fc.tuple(text, text), 300).map(([own, code], at) => ({
      name: own,
      // The separator keeps 1 with «2…» and 12 apart, as codes are unique.
      sku: `${at}/${code}`.slice(0, 40),
    }));
    const rows = await server().db.insert(schema.products).values(names).returning();
    expect(rows.map(({ search }) => search)).toEqual(rows.map(({ name: own, sku }) => foldText(`${own}\n${sku}\n\n`)));
  });
});
