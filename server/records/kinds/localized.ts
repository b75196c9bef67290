import type { Field } from '#contract/fields.ts';
import { longText, text } from '#contract/kinds.ts';
import { getOwnValue } from '#contract/values.ts';
import { type Conversion, type ConvertedValue, defineStoredKind } from '../kind.ts';

type TextsByLanguage = Readonly<Record<string, string | null | undefined>>;

/** Keeps the text in the current language, or else the first text. A single text cannot hold the others. */
const toSingleText = (
  textsByLanguage: TextsByLanguage,
  conversion: Conversion,
  { languages }: Field<'localized'>,
): ConvertedValue => {
  const presentTexts = languages.flatMap(({ code }) => getOwnValue(textsByLanguage, code) ?? []);
  const converted = conversion.read(presentTexts[0] ?? null, conversion.to);
  return { ...converted, isWhole: converted.isWhole && presentTexts.length < 2 };
};

const toLocalizedTexts = (
  value: unknown,
  { from, describe, read: readAs }: Conversion,
  targetField: Field<'localized'>,
): ConvertedValue => {
  const [current] = targetField.languages.filter(({ archived }) => !archived);
  const textEntries =
    'languages' in from
      ? Object.entries(value as Record<string, string>)
      : [[current?.code ?? '', describe(value, from)] as const];
  const innerField = targetField.inner === 'text' ? text() : longText();
  const keptEntries = textEntries.flatMap(([code, text]) => {
    const isKnown = targetField.languages.some(language => language.code === code);
    const converted = isKnown ? readAs(text, innerField) : null;
    return converted?.isWhole ? [[code, converted.value] as const] : [];
  });
  return {
    value: keptEntries.length > 0 ? Object.fromEntries(keptEntries) : null,
    isWhole: keptEntries.length === textEntries.length,
  };
};

export const localized = defineStoredKind('localized', {
  // One column per active language. Only the first language can be required.
  parts: (name, { inner, languages, required, label = name }) => {
    const activeLanguages = languages.filter(({ archived }) => !archived);
    return activeLanguages.map((language, index) => {
      const options = { required: required && index === 0 };
      const field = inner === 'text' ? text(options) : longText(options);
      return [
        `${name}.${language.code}`,
        { ...field, label: activeLanguages.length > 1 ? `${label}: ${language.name}` : label },
      ];
    });
  },
  describe: (textsByLanguage, { languages }) =>
    languages.flatMap(({ code }) => getOwnValue(textsByLanguage, code) ?? []).join(' / '),
  convertTo: toLocalizedTexts,
  convertFrom: toSingleText,
});
