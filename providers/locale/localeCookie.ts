import { DEFAULT_LOCALE, type Locale } from '#i18n/messages.ts';

/** A cookie, since §3 reserves local storage for the return URL and the profile. */
const COOKIE = 'vitrina_locale';
const COOKIE_SECONDS = 365 * 24 * 3600;

export const localeOf = (cookie: string): Locale => {
  const stored = new RegExp(`(?:^|; )${COOKIE}=(\\w+)`).exec(cookie)?.[1];
  return stored === 'en' ? 'en' : DEFAULT_LOCALE;
};

export const pageLocale = (): Locale => localeOf(document.cookie);

export const localeCookie = (locale: string): string =>
  `${COOKIE}=${locale}; path=/; max-age=${COOKIE_SECONDS}; samesite=lax`;
