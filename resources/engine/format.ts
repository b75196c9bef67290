import { useLocale } from '#providers/locale/LocaleSwitch.tsx';

/** Formats numbers, amounts, days and timestamps in the current language (§9: RUB is written as a code). */
export interface Formats {
  number: (value: number, decimals?: number) => string;
  money: (value: number) => string;
  day: (iso: string) => string;
  /** The day of a timestamp, without its time. */
  dayOf: (iso: string) => string;
  time: (iso: string) => string;
  moment: (iso: string) => string;
  /** Omits the date of today's timestamps. */
  recent: (iso: string) => string;
}

const formatsByLocale = new Map<string, Formats>();

/** All callers share one set per language, because creating an Intl format takes milliseconds. */
export const useFormats = (): Formats => getFormats(useLocale());

const getFormats = (locale: string): Formats => {
  const cachedFormats = formatsByLocale.get(locale);
  if (cachedFormats) return cachedFormats;
  const date = (options: Intl.DateTimeFormatOptions) => memoize(() => new Intl.DateTimeFormat(locale, options));
  const number = (options: Intl.NumberFormatOptions) => memoize(() => new Intl.NumberFormat(locale, options));
  const money = number({ style: 'currency', currency: 'RUB', currencyDisplay: 'code' });
  const day = date({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  const dayOfThisYear = date({ day: 'numeric', month: 'long' });
  const dayOfYear = date({ day: 'numeric', month: 'long', year: 'numeric' });
  const formatDay = (at: Date) =>
    (at.getFullYear() === new Date().getFullYear() ? dayOfThisYear : dayOfYear)().format(at);
  const time = date({ hour: '2-digit', minute: '2-digit' });
  const numbers = new Map<number, () => Intl.NumberFormat>();
  const getNumberFormat = (decimals: number) => {
    const format = numbers.get(decimals) ?? number({ maximumFractionDigits: decimals });
    numbers.set(decimals, format);
    return format();
  };
  const formats: Formats = {
    number: (value, decimals = 3) => getNumberFormat(decimals).format(value),
    money: value => money().format(value),
    day: iso => day().format(new Date(`${iso}T00:00:00Z`)),
    dayOf: iso => formatDay(new Date(iso)),
    time: iso => time().format(new Date(iso)),
    moment: iso => `${formatDay(new Date(iso))}, ${time().format(new Date(iso))}`,
    recent: iso =>
      new Date(iso).toDateString() === new Date().toDateString() ? time().format(new Date(iso)) : formats.moment(iso),
  };
  formatsByLocale.set(locale, formats);
  return formats;
};

const memoize = <T>(factory: () => T): (() => T) => {
  let cached: T | undefined;
  return () => (cached ??= factory());
};
