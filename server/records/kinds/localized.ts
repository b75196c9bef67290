import type { Field } from '#contract/fields.ts';
import { longText, text } from '#contract/kinds.ts';
import { getOwnValue } from '#contract/values.ts';
import { type Conversion, type ConvertedValue, defineStoredKind } from '../kind.ts';

type TextsByLanguage = Readonly<Record<string, string | null | undefined>>;

/** Keeps the current language's text, or else the first; a single text cannot hold the others. */
const toSingleText = (texts: TextsByLanguage, by: Conversion, { languages }: Field<'localized'>): ConvertedValue => {
  const presentTexts = languages.flatMap(({ code }) => getOwnValue(texts, code) ?? []);
  const read = by.read(presentTexts[0] ?? null, by.to);
  return { ...read, isWhole: read.isWhole && presentTexts.length < 2 };
};

const toLocalizedTexts = (
  value: unknown,
  { from, describe, read: readAs }: Conversion,
  to: Field<'localized'>,
): ConvertedValue => {
  const [current] = to.languages.filter(({ archived }) => !archived);
  const texts =
    'languages' in from
      ? Object.entries(value as Record<string, string>)
      : [[current?.code ?? '', describe(value, from)] as const];
  const inner = to.inner === 'text' ? text() : longText();
  const keptTexts = texts.flatMap(([code, text]) => {
    const isKnown = to.languages.some(language => language.code === code);
    const read = isKnown ? readAs(text, inner) : null;
    return read?.isWhole ? [[code, read.value] as const] : [];
  });
  return {
    value: keptTexts.length > 0 ? Object.fromEntries(keptTexts) : null,
    isWhole: keptTexts.length === texts.length,
  };
};

export const localized = defineStoredKind('localized', {
  // One column per active language. Only the first language can be required.
  parts: (name, { inner, languages, required, label = name }) => {
    const activeLanguages = languages.filter(({ archived }) => !archived);
    return activeLanguages.map((language, at) => {
      const options = { required: required && at === 0 };
      const field = inner === 'text' ? text(options) : longText(options);
      return [
        `${name}.${language.code}`,
        { ...field, label: activeLanguages.length > 1 ? `${label}: ${language.name}` : label },
      ];
    });
  },
  describe: (texts, { languages }) => languages.flatMap(({ code }) => getOwnValue(texts, code) ?? []).join(' / '),
  convertTo: toLocalizedTexts,
  convertFrom: toSingleText,
});
