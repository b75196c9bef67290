import type { KeyOf, Translation } from '#i18n/messages.ts';
import { errors } from '#i18n/ru/errors.ts';
import { session } from '#i18n/ru/session.ts';
import type { Values } from '#i18n/translate.ts';
import { loadChunk } from '#providers/http/chunks.ts';
import { localeOf } from '#providers/locale/localeCookie.ts';

/** Only the sections that the public pages need, to keep their bundle small. */
const russian = { session, errors };
type Texts = Translation<typeof russian>;

/** Narrower than the application's translator, which can be passed instead. */
export type Translate = (key: KeyOf<typeof russian>, values?: Values) => string;

export interface PublicTexts {
  t: Translate;
}

const english = () => import('./english.ts');

/** Texts in the chosen language; falls back to Russian if they cannot be loaded. */
export const publicTexts = async (): Promise<Translate> => {
  const locale = localeOf(document.cookie);
  if (locale === 'ru') return translatorFor(russian);
  try {
    const texts = (await loadChunk(english)).english;
    document.documentElement.lang = locale;
    return translatorFor(texts);
  } catch {
    return translatorFor(russian);
  }
};

const translatorFor =
  (texts: Texts): Translate =>
  (key, values = {}) => {
    const [section, name] = key.split('.') as [keyof Texts, string];
    const text = (texts[section] as Readonly<Record<string, string>>)[name] ?? key;
    return text.replace(/%\{(\w+)\}/g, (_, value: string) => String(values[value] ?? ''));
  };
