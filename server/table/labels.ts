import { resourceNames } from '#contract/records.ts';
import { parseReferenceName } from '#contract/referenceResource.ts';
import { getReference, isReferenceName } from '#contract/references.ts';
import { REQUIRED_ERROR } from '#contract/rules.ts';
import { getValueAt } from '#contract/values.ts';
import * as englishResources from '#i18n/en/resources.ts';
import { common as englishCommon, words as englishWords } from '#i18n/en/words.ts';
import { getOptionLabel } from '#i18n/getOptionLabel.ts';
import type { Locale } from '#i18n/messages.ts';
import * as russianResources from '#i18n/ru/resources.ts';
import { common as russianCommon, words as russianWords } from '#i18n/ru/words.ts';
import { getLanguage, runInEachLanguage, translateValidation } from '../translate.ts';

type TextsByLanguage = Readonly<Record<string, string>>;
type LabelledField = Readonly<
  Record<string, { several: string; fields: TextsByLanguage; faults?: TextsByLanguage } | undefined>
>;

const resourceMessages: Record<Locale, LabelledField> = { ru: russianResources, en: englishResources };
const commonMessages: Record<Locale, TextsByLanguage> = { ru: russianCommon, en: englishCommon };
const catalogues = {
  ru: { resources: russianResources, words: russianWords },
  en: { resources: englishResources, words: englishWords },
};

export const getFieldLabel = (resource: string, field: string): string => {
  const locale = getLanguage();
  const reference = parseReferenceName(resource);
  const declaredField =
    reference && isReferenceName(reference) ? getReference(reference).fields?.[field]?.[locale] : undefined;
  return resourceMessages[locale][resource]?.fields[field] ?? declaredField ?? commonMessages[locale][field] ?? field;
};

export const getResourceTitle = (resource: string): string => {
  const reference = parseReferenceName(resource);
  return (
    resourceMessages[getLanguage()][resource]?.several ?? (reference === null ? resource : getReferenceTitle(reference))
  );
};

export const getReferenceTitle = (code: string): string =>
  isReferenceName(code) ? getReference(code)[getLanguage()][1] : code;

export const getRuleMessage = (resource: string, error: string): string =>
  resourceMessages[getLanguage()][resource]?.faults?.[error] ??
  (error === REQUIRED_ERROR ? translateValidation('required') : error);

export const translateWord = (option: string, resource?: string): string => {
  const catalogue = catalogues[getLanguage()];
  const textAt = (key: string, fallback: string) => String(getValueAt(catalogue, key) ?? fallback);
  return getOptionLabel(textAt, resource, option);
};

/**
 * All words for a status or choice, in each language. Russian inflects them for the resource («активен», «активна»), so
 * each has its own form.
 */
export const listWordForms = (option: string): string[] =>
  runInEachLanguage(() => [undefined, ...resourceNames].map(resource => translateWord(option, resource))).flat();
