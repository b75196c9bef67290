import Polyglot, { type PolyglotOptions } from 'node-polyglot';
import type { KeyOf, Locale } from './messages.ts';
import type { ru } from './ru.ts';

export type MessageKey = KeyOf<typeof ru>;
export type MessageValues = Record<string, string | number>;

const pluralCategories = { ru: ['one', 'few', 'many'], en: ['one', 'other'] } as const satisfies Record<
  Locale,
  readonly string[]
>;
const pluralRules = { ru: new Intl.PluralRules('ru'), en: new Intl.PluralRules('en') };

/** Russian uses the "few" form for fractions («1,5 товара»). */
const getPluralForm = (locale: Locale, count: number): number => {
  const pluralForms: readonly string[] = pluralCategories[locale];
  const formIndex = pluralForms.indexOf(pluralRules[locale].select(count));
  return formIndex < 0 ? 1 : formIndex;
};

/** Plural rules from `Intl`, because polyglot's own are wrong for 1.5 and -1. */
export const polyglotOptions = {
  pluralRules: {
    pluralTypes: { ru: count => getPluralForm('ru', count), en: count => getPluralForm('en', count) },
    pluralTypeToLanguages: { ru: ['ru'], en: ['en'] },
  },
} satisfies Partial<PolyglotOptions>;

/** For code outside react-admin, such as the server, which cannot use its hooks. */
export const buildTranslator = <Tree extends object>(locale: Locale, phrases: Tree) => {
  const polyglot = new Polyglot({ ...polyglotOptions, phrases, locale });
  return (key: KeyOf<Tree>, values?: MessageValues): string => polyglot.t(key, values);
};
