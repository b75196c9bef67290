import { z } from 'zod';
import { field, withCheck } from '../field.ts';
import { defineKind } from '../kind.ts';
import { mergeParts } from '../sets.ts';
import { getOwnValue } from '../values.ts';
import { longText } from './longText.ts';
import { text } from './text.ts';

/**
 * The part of a language that fields need. Texts in archived languages are kept but can no longer be edited. If they
 * were deleted, the work would be lost when the language is used again.
 */
export interface Language {
  code: string;
  name: string;
  archived: boolean;
}

const toTextMap = (value: unknown): Map<string, unknown> => new Map(Object.entries(value ?? {}));

/** Texts by language code. If the field is required, so is the text in the first active language. */
export const localized = defineKind(
  (innerKind: 'text' | 'longText', languages: readonly Language[], options: { required?: boolean } = {}) => {
    const { max, schema } = innerKind === 'text' ? text() : longText();
    const current = languages.find(({ archived }) => !archived)?.code ?? '';
    const textsSchema = z.strictObject(Object.fromEntries(languages.map(({ code }) => [code, schema.optional()])));
    const isLacking = (value: Readonly<Record<string, unknown>>): boolean =>
      !!options.required && !getOwnValue(value, current);
    return field(
      'localized',
      { inner: innerKind, max, languages },
      options,
      withCheck(textsSchema, value => (isLacking(value) ? 'required' : null)),
    );
  },
  {
    filter: null,
    join: (...versions) => {
      const [base, theirs, mine] = versions.map(toTextMap);
      const merged = base && theirs && mine && mergeParts(base, theirs, mine);
      return merged && Object.fromEntries(merged);
    },
    multiValue: {
      offers: ['add', 'replace'],
      add: (before, additions) =>
        Object.fromEntries([...toTextMap(before), ...[...toTextMap(additions)].filter(([, text]) => text)]),
    },
    sample: ({ languages }, n) =>
      Object.fromEntries(
        languages.filter(({ archived }) => !archived).map(({ code }) => [code, `Ёж ${n} ${code}`] as const),
      ),
  },
);
