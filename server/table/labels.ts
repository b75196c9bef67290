import { resourceNames } from '#contract/records.ts';
import { parseReferenceName } from '#contract/referenceResource.ts';
import { isReferenceName, referenceOf } from '#contract/references.ts';
import { REQUIRED_FAULT } from '#contract/rules.ts';
import { valueAt } from '#contract/values.ts';
import * as englishResources from '#i18n/en/resources.ts';
import { common as englishCommon, words as englishWords } from '#i18n/en/words.ts';
import type { Locale } from '#i18n/messages.ts';
import { optionLabel } from '#i18n/optionLabel.ts';
import * as russianResources from '#i18n/ru/resources.ts';
import { common as russianCommon, words as russianWords } from '#i18n/ru/words.ts';
import { language, runInEachLanguage, translateValidation } from '../translate.ts';

type Texts = Readonly<Record<string, string>>;
type Labelled = Readonly<Record<string, { several: string; fields: Texts; faults?: Texts } | undefined>>;

const resourceTexts: Record<Locale, Labelled> = { ru: russianResources, en: englishResources };
const commonTexts: Record<Locale, Texts> = { ru: russianCommon, en: englishCommon };
const catalogues = {
  ru: { resources: russianResources, words: russianWords },
  en: { resources: englishResources, words: englishWords },
};

export const labelOf = (resource: string, field: string): string => {
  const locale = language();
  const reference = parseReferenceName(resource);
  const declared =
    reference && isReferenceName(reference) ? referenceOf(reference).fields?.[field]?.[locale] : undefined;
  return resourceTexts[locale][resource]?.fields[field] ?? declared ?? commonTexts[locale][field] ?? field;
};

export const resourceTitle = (resource: string): string => {
  const reference = parseReferenceName(resource);
  return resourceTexts[language()][resource]?.several ?? (reference === null ? resource : referenceTitle(reference));
};

export const referenceTitle = (code: string): string =>
  isReferenceName(code) ? referenceOf(code)[language()][1] : code;

export const ruleText = (resource: string, fault: string): string =>
  resourceTexts[language()][resource]?.faults?.[fault] ??
  (fault === REQUIRED_FAULT ? translateValidation('required') : fault);

export const translateWord = (word: string, resource?: string): string => {
  const catalogue = catalogues[language()];
  const textAt = (key: string, fallback: string) => String(valueAt(catalogue, key) ?? fallback);
  return optionLabel(textAt, resource, word);
};

/** All words for a status or choice: each resource's form, in each language. */
export const formsOf = (word: string): string[] =>
  runInEachLanguage(() => [undefined, ...resourceNames].map(resource => translateWord(word, resource))).flat();
