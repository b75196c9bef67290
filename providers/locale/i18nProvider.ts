import type { I18nProvider, TranslationMessages } from 'ra-core';
import { useTranslate } from 'ra-core';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import russianAdmin from 'ra-language-russian';
import { ownResources } from '#contract/records.ts';
import { referenceResource } from '#contract/referenceResource.ts';
import { referenceNames, referenceOf } from '#contract/references.ts';
import { DEFAULT_LOCALE, type Locale, type Translation } from '#i18n/messages.ts';
import { reactAdmin } from '#i18n/ru/reactAdmin.ts';
import { ru } from '#i18n/ru.ts';
import { type MessageKey, polyglotOptions, type Values } from '#i18n/translate.ts';
import { deepMerge, type Tree } from '../forms/deepMerge.ts';
import { loadChunk } from '../http/chunks.ts';
import { localeCookie, localeOf } from './localeCookie.ts';

const locales: readonly { locale: Locale; name: string }[] = [
  { locale: 'ru', name: 'Русский' },
  { locale: 'en', name: 'English' },
];

type Catalogue = Translation<typeof ru>;

/** The document: it keeps the choice, and tells screen readers and spelling the language of the page. */
interface Page {
  cookie: string;
  documentElement: { lang: string };
}

/**
 * react-admin's translations and ours as one provider. It stands here and not in `i18n/`, because
 * ra-i18n-polyglot knows react-admin and `i18n` knows no screen. English loads when it is asked for.
 */
export const createI18nProvider = async (page: Page = document): Promise<I18nProvider> => {
  const loaded = new Map<string, Tree>([['ru', messagesOf('ru', ru, withPatches())]]);
  const load = async (locale: string): Promise<TranslationMessages> => {
    if (locale === 'en' && !loaded.has('en')) loaded.set('en', await loadEnglish());
    return (loaded.get(locale) ?? loaded.get(DEFAULT_LOCALE)) as unknown as TranslationMessages;
  };

  const wanted = localeOf(page.cookie);
  // Without its file the application opens in Russian rather than not at all.
  const initial = await load(wanted).then(
    () => wanted,
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
    translate: (key, values) => firstForm(provider.translate(key, values)),
    changeLocale: async locale => {
      await provider.changeLocale(locale);
      page.documentElement.lang = locale;
      page.cookie = localeCookie(locale);
    },
  };
};

const loadEnglish = async (): Promise<Tree> => {
  const [{ en }, { default: admin }] = await loadChunk(() =>
    Promise.all([import('#i18n/en.ts'), import('ra-language-english')]),
  );
  return messagesOf('en', en, admin as unknown as Tree);
};

/** CommonJS: under vitest the catalogue stands one `default` deeper. */
const withPatches = (): Tree => {
  const admin = (russianAdmin as unknown as { default?: Tree }).default ?? (russianAdmin as unknown as Tree);
  return deepMerge(admin, reactAdmin);
};

/** Our catalogue and react-admin's, with the labels of resources where react-admin looks for them. */
const messagesOf = (locale: Locale, catalogue: Catalogue, admin: Tree): Tree =>
  deepMerge(admin, { ...catalogue, resources: labelsOf(locale, catalogue) });

const labelsOf = (locale: Locale, { resources, common, shell }: Catalogue): Tree => {
  const words = (one: string, several: string) => ({
    one,
    several,
    name: nameForms(one, several),
    page: {
      create: `${shell.newRecord}: ${one.toLowerCase()}`,
      edit: RECORD,
      show: RECORD,
    },
  });
  const own = ownResources.map(name => {
    const { one, several, fields, ...texts } = resources[name];
    return [name, { ...texts, ...words(one, several), fields: { ...common, ...fields } }];
  });
  const references = referenceNames.map(name => {
    const { [locale]: label, fields = {} } = referenceOf(name);
    const [one, several] = label;
    const extra = Object.fromEntries(Object.entries(fields).map(([field, text]) => [field, text[locale]]));
    return [referenceResource(name), { ...words(one, several), fields: { ...common, ...extra } }];
  });
  return Object.fromEntries([...own, ...references]) as Tree;
};

/** The title of a record's page; the space stands until the record has come, for react-admin complains of no title at all. */
const RECORD = '%{recordRepresentation} ';

/** react-admin asks for 1 or 2: the record or the collection. */
const nameForms = (one: string, several: string): string => `${one} |||| ${several} |||| ${several}`;

/** Polyglot prints all forms of a plural when no number is given. */
const firstForm = (text: string): string => (text.includes('||||') ? (text.split('||||')[0] ?? '').trim() : text);

/** Translates keys of the catalogue; a key that does not exist does not compile. */
export const useT = (): ((key: MessageKey, values?: Values) => string) => useTranslate();
