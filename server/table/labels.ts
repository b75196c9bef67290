import { referenceInResource } from '#contract/referenceResource.ts';
import { isReferenceName, referenceOf } from '#contract/references.ts';
import { REQUIRED_FAULT } from '#contract/rules.ts';
import * as englishResources from '#i18n/en/resources.ts';
import { common as englishCommon, words as englishWords } from '#i18n/en/words.ts';
import type { Locale } from '#i18n/messages.ts';
import * as russianResources from '#i18n/ru/resources.ts';
import { common as russianCommon, words as russianWords } from '#i18n/ru/words.ts';
import { inEachLanguage, language, translateValidation } from '../translate.ts';

type Texts = Readonly<Record<string, string>>;
type Labelled = Readonly<Record<string, { several: string; fields: Texts; faults?: Texts } | undefined>>;

const own: Record<Locale, Labelled> = { ru: russianResources, en: englishResources };
const common: Record<Locale, Texts> = { ru: russianCommon, en: englishCommon };
const words = { ru: russianWords, en: englishWords };

export const labelOf = (resource: string, field: string): string => {
  const locale = language();
  const reference = referenceInResource(resource);
  const declared =
    reference && isReferenceName(reference) ? referenceOf(reference).fields?.[field]?.[locale] : undefined;
  return own[locale][resource]?.fields[field] ?? declared ?? common[locale][field] ?? field;
};

export const titleOf = (resource: string): string => {
  const reference = referenceInResource(resource);
  return own[language()][resource]?.several ?? (reference === null ? resource : referenceTitle(reference));
};

export const referenceTitle = (code: string): string =>
  isReferenceName(code) ? referenceOf(code)[language()][1] : code;

export const ruleText = (resource: string, fault: string): string =>
  own[language()][resource]?.faults?.[fault] ?? (fault === REQUIRED_FAULT ? translateValidation('required') : fault);

export const wordOf = (word: string): string => words[language()][word] ?? word;

export const wordInEachLanguage = (word: string): string[] => inEachLanguage(() => wordOf(word));
