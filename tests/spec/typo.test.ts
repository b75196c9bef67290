import fc from 'fast-check';
import { expect, it } from 'vitest';
import { correctTypo, listLikelyParts } from '#server/records/typo.ts';

const letter = fc.constantFrom(...'абвгдежз');
const word = fc.string({ unit: letter, minLength: 4, maxLength: 10 });

/** The ways to mistype a word by one letter. */
const typos = (text: string, at: number, other: string): string[] => [
  text.slice(0, at) + other + text.slice(at + 1),
  text.slice(0, at) + other + text.slice(at),
  text.slice(0, at) + text.slice(at + 1),
  text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2),
];

it('[X422] a word mistyped by one letter is found among the likely ones and understood', () => {
  fc.assert(
    fc.property(word, fc.nat(), letter, (meant, place, other) => {
      for (const typed of typos(meant, place % meant.length, other)) {
        if (typed.length < 4 || meant.includes(typed)) continue;
        expect([typed, meant, listLikelyParts(typed).some(part => meant.includes(part))]).toEqual([typed, meant, true]);
        expect([typed, meant, correctTypo(typed, meant)]).toEqual([typed, meant, meant]);
      }
    }),
    { numRuns: 1000 },
  );
});

it('[X422] each likely part is long enough for an index of three letters', () => {
  fc.assert(
    fc.property(word, typed => {
      expect([typed, listLikelyParts(typed).filter(part => part.length < 3)]).toEqual([typed, []]);
    }),
  );
});

it('[X422] a word that differs by more is not what was meant', () => {
  expect([correctTypo('малако', 'молоко'), correctTypo('молоко', 'молоко'), correctTypo('сыр', 'сода')]).toEqual([
    null,
    null,
    null,
  ]);
  expect(correctTypo('молак', 'молоко')).toBe('молок');
});
