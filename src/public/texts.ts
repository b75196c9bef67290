import type { Locale, Translation } from '#i18n/messages.ts';
import { errors } from '#i18n/ru/errors.ts';
import { session } from '#i18n/ru/session.ts';
import { localeCookie, localeOf } from '#providers/locale/localeCookie.ts';

/** What the public pages say. */
export interface Texts {
  session: Translation<typeof session>;
  errors: Translation<typeof errors>;
}

const russian: Texts = { session, errors };

/** The texts of the language that was chosen; a page stands in Russian and is put into another one here. */
export const pageTexts = async (): Promise<Texts> => {
  const locale = localeOf(document.cookie);
  if (locale === 'ru') return russian;
  try {
    const { english } = await import('./english.ts');
    translatePage(english.session, locale);
    return english;
  } catch {
    return russian;
  }
};

/** Every text of the page that the Russian catalogue has, in the words of another one. */
const translatePage = (texts: Texts['session'], locale: Locale): void => {
  const found = new Map(
    Object.entries(session).map(([key, text]) => [text as string, texts[key as keyof typeof texts]]),
  );
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { currentNode } = walker;
    const whole = currentNode.nodeValue ?? '';
    const text = found.get(whole.trim());
    if (text) currentNode.nodeValue = whole.replace(whole.trim(), text);
  }
  document.documentElement.lang = locale;
};

/** The button at the foot of a page that puts it into the other language. */
export const wireLanguage = (): void => {
  const button = document.getElementById('language');
  if (!button) return;
  const other: Locale = localeOf(document.cookie) === 'ru' ? 'en' : 'ru';
  button.lang = other;
  button.hidden = false;
  button.addEventListener('click', () => {
    document.cookie = localeCookie(other);
    window.location.reload();
  });
};

/** Fills the `%{name}`s of a text. */
export const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/%\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
