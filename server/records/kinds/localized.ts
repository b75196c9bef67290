import type { Field } from '#contract/fields.ts';
import { longText, text } from '#contract/kinds.ts';
import { ownValue } from '#contract/values.ts';
import { type Conversion, type Converted, stored } from '../kind.ts';

type Texts = Readonly<Record<string, string | null | undefined>>;

/** Keeps the current language's text, or else the first; a single text cannot hold the others. */
const inOne = (texts: Texts, by: Conversion, { languages }: Field<'localized'>): Converted => {
  const texted = languages.flatMap(({ code }) => ownValue(texts, code) ?? []);
  const read = by.read(texted[0] ?? null, by.to);
  return { ...read, isWhole: read.isWhole && texted.length < 2 };
};

const inLanguages = (
  value: unknown,
  { from, describe, read: readAs }: Conversion,
  to: Field<'localized'>,
): Converted => {
  const [current] = to.languages.filter(({ archived }) => !archived);
  const texts =
    'languages' in from
      ? Object.entries(value as Record<string, string>)
      : [[current?.code ?? '', describe(value, from)] as const];
  const inner = to.inner === 'text' ? text() : longText();
  const kept = texts.flatMap(([code, text]) => {
    const isKnown = to.languages.some(language => language.code === code);
    const read = isKnown ? readAs(text, inner) : null;
    return read?.isWhole ? [[code, read.value] as const] : [];
  });
  return { value: kept.length > 0 ? Object.fromEntries(kept) : null, isWhole: kept.length === texts.length };
};

export const localized = stored('localized', {
  // One column per active language. Only the first language can be required.
  parts: (name, { inner, languages, required, label = name }) => {
    const used = languages.filter(({ archived }) => !archived);
    return used.map((language, at) => {
      const options = { required: required && at === 0 };
      const field = inner === 'text' ? text(options) : longText(options);
      return [`${name}.${language.code}`, { ...field, label: used.length > 1 ? `${label}: ${language.name}` : label }];
    });
  },
  describe: (texts, { languages }) => languages.flatMap(({ code }) => ownValue(texts, code) ?? []).join(' / '),
  convertTo: inLanguages,
  convertFrom: inOne,
});
