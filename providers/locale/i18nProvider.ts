import type { I18nProvider, TranslationMessages } from 'ra-core';
import { useTranslate } from 'ra-core';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import russianAdmin from 'ra-language-russian';
import { declaredResources } from '#contract/records.ts';
import { referenceResource } from '#contract/referenceResource.ts';
import { getReference, referenceNames } from '#contract/references.ts';
import { DEFAULT_LOCALE, type Locale, type Translation } from '#i18n/messages.ts';
import { reactAdmin } from '#i18n/ru/reactAdmin.ts';
import { ru } from '#i18n/ru.ts';
import { type MessageKey, type MessageValues, polyglotOptions } from '#i18n/translate.ts';
import { deepMerge, type MessageTree } from '../forms/deepMerge.ts';
import { loadChunk } from '../http/chunks.ts';
import { formatLocaleCookie, parseLocaleCookie } from './localeCookie.ts';

const locales: readonly { locale: Locale; name: string }[] = [
  { locale: 'ru', name: 'Русский' },
  { locale: 'en', name: 'English' },
];

type Catalogue = Translation<typeof ru>;

interface LocaleDocument {
  cookie: string;
  documentElement: { lang: string };
}

/**
 * Combines react-admin's translations with ours. It lives here because `i18n/` must not import react-admin. English is
 * loaded on demand.
 */
export const createI18nProvider = async (page: LocaleDocument = document): Promise<I18nProvider> => {
  const loadedMessages = new Map<string, MessageTree>([['ru', buildMessages('ru', ru, buildPatchedAdminMessages())]]);
  const load = async (locale: string): Promise<TranslationMessages> => {
    if (locale === 'en' && !loadedMessages.has('en')) loadedMessages.set('en', await loadEnglish());
    return (loadedMessages.get(locale) ?? loadedMessages.get(DEFAULT_LOCALE)) as unknown as TranslationMessages;
  };

  const preferredLocale = parseLocaleCookie(page.cookie);
  // Otherwise the application could not start at all if the English chunk cannot be loaded.
  const initial = await load(preferredLocale).then(
    () => preferredLocale,
    () => DEFAULT_LOCALE,
  );
  page.documentElement.lang = initial;
  const messages = await load(initial);
  const provider = polyglotI18nProvider(
    locale => (locale === initial ? messages : load(locale)),
    initial,
    [...locales],
    polyglotOptions,
  );
  return {
    ...provider,
    translate: (key, values) => getFirstPluralForm(provider.translate(key, values)),
    changeLocale: async locale => {
      await provider.changeLocale(locale);
      page.documentElement.lang = locale;
      page.cookie = formatLocaleCookie(locale);
    },
  };
};

const loadEnglish = async (): Promise<MessageTree> => {
  const [{ en }, { default: admin }] = await loadChunk(() =>
    Promise.all([import('#i18n/en.ts'), import('ra-language-english')]),
  );
  return buildMessages('en', en, admin as unknown as MessageTree);
};

/** Accepts both module shapes, because the package is CommonJS and vitest nests its export one `default` deeper. */
const buildPatchedAdminMessages = (): MessageTree => {
  const admin =
    (russianAdmin as unknown as { default?: MessageTree }).default ?? (russianAdmin as unknown as MessageTree);
  return deepMerge(admin, reactAdmin);
};

const buildMessages = (locale: Locale, catalogue: Catalogue, admin: MessageTree): MessageTree =>
  deepMerge(admin, { ...catalogue, resources: buildLabels(locale, catalogue) });

const buildLabels = (locale: Locale, { resources, common, shell }: Catalogue): MessageTree => {
  const buildNameLabels = (
    one: string,
    several: string,
    create = shell.newRecord.replace('%{name}', one.toLowerCase()),
  ) => ({
    one,
    several,
    name: splitPluralForms(one, several),
    page: {
      create,
      edit: RECORD_TITLE,
      show: RECORD_TITLE,
    },
  });
  const ownResourceMessages = declaredResources.map(name => {
    const { one, several, fields, ...labels } = resources[name];
    const { create }: { one: string; create?: string } = resources[name];
    return [name, { ...labels, ...buildNameLabels(one, several, create), fields: { ...common, ...fields } }];
  });
  const references = referenceNames.map(name => {
    const { [locale]: label, fields = {} } = getReference(name);
    const [one, several] = label;
    const fieldLabels = Object.fromEntries(Object.entries(fields).map(([field, text]) => [field, text[locale]]));
    return [referenceResource(name), { ...buildNameLabels(one, several), fields: { ...common, ...fieldLabels } }];
  });
  return Object.fromEntries([...ownResourceMessages, ...references]) as MessageTree;
};

/**
 * Title of a record's page. The trailing space shows until the record loads, because react-admin warns about an empty
 * title.
 */
const RECORD_TITLE = '%{recordRepresentation} ';

/** Gives react-admin both forms, because it requests the form for 1 (record) or 2 (collection). */
const splitPluralForms = (one: string, several: string): string => `${one} |||| ${several} |||| ${several}`;

/** Keeps only the first form, because without a count, Polyglot returns all plural forms as one text. */
const getFirstPluralForm = (text: string): string =>
  text.includes('||||') ? (text.split('||||')[0] ?? '').trim() : text;

export const useT = (): ((key: MessageKey, values?: MessageValues) => string) => useTranslate();
