import { useLocale } from '#providers/LocaleSwitch.tsx';

/** Numbers, amounts, days and moments as the person's language writes them (§9: RUB as a code). */
export interface Formats {
  number: (value: number, decimals?: number) => string;
  money: (value: number) => string;
  day: (iso: string) => string;
  /** The year is named when it is not this one. */
  moment: (iso: string) => string;
}

const byLocale = new Map<string, Formats>();

/** Formats of the current language; made once per language. */
export const useFormats = (): Formats => formatsOf(useLocale());

const formatsOf = (locale: string): Formats => {
  const known = byLocale.get(locale);
  if (known) return known;
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'RUB', currencyDisplay: 'code' });
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long' });
  const dateOfYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' });
  const dateOf = (at: Date) => (at.getFullYear() === new Date().getFullYear() ? date : dateOfYear).format(at);
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
  const numbers = new Map<number, Intl.NumberFormat>();
  const numberOf = (decimals: number) => {
    const format = numbers.get(decimals) ?? new Intl.NumberFormat(locale, { maximumFractionDigits: decimals });
    numbers.set(decimals, format);
    return format;
  };
  const formats: Formats = {
    number: (value, decimals = 3) => numberOf(decimals).format(value),
    money: value => money.format(value),
    day: iso => day.format(new Date(`${iso}T00:00:00Z`)),
    moment: iso => `${dateOf(new Date(iso))}, ${time.format(new Date(iso))}`,
  };
  byLocale.set(locale, formats);
  return formats;
};
