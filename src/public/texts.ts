import type { KeyOf, Translation } from '#i18n/messages.ts';
import { errors } from '#i18n/ru/errors.ts';
import { session } from '#i18n/ru/session.ts';
import type { Values } from '#i18n/translate.ts';
import { loadChunk } from '#providers/http/chunks.ts';
import { localeOf } from '#providers/locale/localeCookie.ts';

/** What the pages say that stand before sign-in: two sections of the catalogue, without the rest of it. */
const russian = { session, errors };
type Texts = Translation<typeof russian>;

/** Translates what the public pages say; the application's own translator is one of these. */
export type Translate = (key: KeyOf<typeof russian>, values?: Values) => string;

/** What the route of a public page reads. */
export interface PublicTexts {
  t: Translate;
}

const english = () => import('./english.ts');

/** The texts in the language that was chosen; in Russian where those of another one cannot be had. */
export const publicTexts = async (): Promise<Translate> => {
  const locale = localeOf(document.cookie);
  if (locale === 'ru') return over(russian);
  try {
    const texts = (await loadChunk(english)).english;
    document.documentElement.lang = locale;
    return over(texts);
  } catch {
    return over(russian);
  }
};

const over =
  (texts: Texts): Translate =>
  (key, values = {}) => {
    const [section, name] = key.split('.') as [keyof Texts, string];
    const text = (texts[section] as Readonly<Record<string, string>>)[name] ?? key;
    return text.replace(/%\{(\w+)\}/g, (_, value: string) => String(values[value] ?? ''));
  };
