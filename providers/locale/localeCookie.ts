import { DEFAULT_LOCALE, type Locale } from '#i18n/messages.ts';

/** A cookie, since §3 leaves local storage to the return URL and the profile; a year. */
const COOKIE = 'vitrina_locale';
const COOKIE_SECONDS = 365 * 24 * 3600;

/** The language that was chosen at an earlier visit, Russian when none was. */
export const localeOf = (cookie: string): Locale => {
  const stored = new RegExp(`(?:^|; )${COOKIE}=(\\w+)`).exec(cookie)?.[1];
  return stored === 'en' ? 'en' : DEFAULT_LOCALE;
};

/** What to write into `document.cookie` to be read at the next visit. */
export const localeCookie = (locale: string): string =>
  `${COOKIE}=${locale}; path=/; max-age=${COOKIE_SECONDS}; samesite=lax`;
