import { z } from 'zod';
import { field, withCheck } from '../field.ts';
import { defineKind } from '../kind.ts';
import { mergeParts } from '../sets.ts';
import { getOwnValue } from '../values.ts';
import { longText } from './longText.ts';
import { text } from './text.ts';

/**
 * A language as fields need it. Texts in archived languages are kept but no longer edited. Deleting them would lose
 * work if the language is used again.
 */
export interface Language {
  code: string;
  name: string;
  archived: boolean;
}

const toTextMap = (value: unknown): Map<string, unknown> => new Map(Object.entries(value ?? {}));

/** Texts by language code. If the field is required, so is the text in the first active language. */
export const localized = defineKind(
  (inner: 'text' | 'longText', languages: readonly Language[], options: { required?: boolean } = {}) => {
    const { max, schema } = inner === 'text' ? text() : longText();
    const current = languages.find(({ archived }) => !archived)?.code ?? '';
    const texts = z.strictObject(Object.fromEntries(languages.map(({ code }) => [code, schema.optional()])));
    const isLacking = (value: Readonly<Record<string, unknown>>): boolean =>
      !!options.required && !getOwnValue(value, current);
    return field(
      'localized',
      { inner, max, languages },
      options,
      withCheck(texts, value => (isLacking(value) ? 'required' : null)),
    );
  },
  {
    filter: null,
    join: (...sides) => {
      const [base, theirs, mine] = sides.map(toTextMap);
      const joined = base && theirs && mine && mergeParts(base, theirs, mine);
      return joined && Object.fromEntries(joined);
    },
    several: {
      offers: ['add', 'replace'],
      add: (before, given) =>
        Object.fromEntries([...toTextMap(before), ...[...toTextMap(given)].filter(([, text]) => text)]),
    },
    sample: ({ languages }, n) =>
      Object.fromEntries(
        languages.filter(({ archived }) => !archived).map(({ code }) => [code, `Ёж ${n} ${code}`] as const),
      ),
  },
);
