import { DEFAULT_LOCALE, type Locale } from '#i18n/messages.ts';

/** A cookie, since §3 reserves local storage for the return URL and the profile. */
const COOKIE_NAME = 'vitrina_locale';
const COOKIE_MAX_AGE = 365 * 24 * 3600;

export const parseLocaleCookie = (cookie: string): Locale => {
  const cookieLocale = new RegExp(`(?:^|; )${COOKIE_NAME}=(\\w+)`).exec(cookie)?.[1];
  return cookieLocale === 'en' ? 'en' : DEFAULT_LOCALE;
};

export const readPageLocale = (): Locale => parseLocaleCookie(document.cookie);

export const formatLocaleCookie = (locale: string): string =>
  `${COOKIE_NAME}=${locale}; path=/; max-age=${COOKIE_MAX_AGE}; samesite=lax`;
