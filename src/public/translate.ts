import type { KeyOf, Translation } from '#i18n/messages.ts';
import { errors } from '#i18n/ru/errors.ts';
import { session } from '#i18n/ru/session.ts';
import type { MessageValues } from '#i18n/translate.ts';
import { loadChunk } from '#providers/http/chunks.ts';
import { parseLocaleCookie } from '#providers/locale/localeCookie.ts';

/** Only the sections that the public pages need, to keep their bundle small. */
const russianMessages = { session, errors };
type PublicCatalogue = Translation<typeof russianMessages>;

/** Narrower than the application's translator, which can be passed instead. */
export type Translate = (key: KeyOf<typeof russianMessages>, values?: MessageValues) => string;

export interface PublicMessages {
  t: Translate;
}

const loadEnglishMessages = () => import('./english.ts');

/** Texts in the chosen language; falls back to Russian if they cannot be loaded. */
export const loadPublicTranslate = async (): Promise<Translate> => {
  const locale = parseLocaleCookie(document.cookie);
  if (locale === 'ru') return createTranslator(russianMessages);
  try {
    const messages = (await loadChunk(loadEnglishMessages)).englishMessages;
    document.documentElement.lang = locale;
    return createTranslator(messages);
  } catch {
    return createTranslator(russianMessages);
  }
};

const createTranslator =
  (messages: PublicCatalogue): Translate =>
  (key, values = {}) => {
    const [section, name] = key.split('.') as [keyof PublicCatalogue, string];
    const text = (messages[section] as Readonly<Record<string, string>>)[name] ?? key;
    return text.replace(/%\{(\w+)\}/g, (_, value: string) => String(values[value] ?? ''));
  };
