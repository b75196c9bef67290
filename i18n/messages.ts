import type { FieldName, OwnResource, records } from '#contract/records.ts';
import type { REQUIRED_ERROR } from '#contract/rules.ts';
import type { sharedWords } from './ru/words.ts';

type Declared<R extends OwnResource> = (typeof records)[R];
type WordsOf<R extends OwnResource> = {
  [F in keyof Declared<R>['fields']]: Declared<R>['fields'][F] extends {
    kind: 'status' | 'choice';
    values: readonly (infer W extends string)[];
  }
    ? W
    : never;
}[keyof Declared<R>['fields']];
type FaultOf<R extends OwnResource> = Exclude<
  ReturnType<Declared<R>['rules'][number]['faultOf']>,
  typeof REQUIRED_ERROR | undefined
>;
type SharedWord = keyof typeof sharedWords;
type OwnWord<R extends OwnResource> = Exclude<WordsOf<R>, SharedWord>;

/** The texts of a resource in one language; a missing field or choice does not compile. */
export type Labels<R extends OwnResource> = {
  one: string;
  several: string;
  count: string;
  /** Needed only if the language inflects the count as the object of a verb (Изменить 1 матрицу). */
  object?: string;
  create?: string;
  link?: string;
  fields: Record<FieldName<R>, string>;
  /** Notices that replace the shared ones, if §8 has a special wording for this resource. */
  said?: Partial<Record<'created' | 'saved' | 'deleted' | 'alreadyDeleted', string>>;
} & (Declared<R>['screens'] extends { section: string } ? unknown : { denied: string }) &
  ([FaultOf<R>] extends [never] ? unknown : { faults: Record<FaultOf<R>, string> }) &
  ([WordsOf<R>] extends [never]
    ? unknown
    : /** Shared labels are repeated only if their form depends on the resource («Активна»). */
      { words?: Partial<Record<Extract<WordsOf<R>, SharedWord>, string>> }) &
  ([OwnWord<R>] extends [never] ? unknown : { words: Record<OwnWord<R>, string> });
export type AllLabels = { readonly [R in OwnResource]: Labels<R> };

export type Translation<Source> = {
  [K in keyof Source]: Source[K] extends string ? string : Translation<Source[K]>;
};

/** The type of all keys makes an unknown key a compile error. */
export type KeyOf<Tree> = {
  [K in keyof Tree & string]: Tree[K] extends string ? K : `${K}.${KeyOf<Tree[K]>}`;
}[keyof Tree & string];

export const locales = ['ru', 'en'] as const;
export type Locale = (typeof locales)[number];
/** §9: Russian is both the default and the fallback. */
export const DEFAULT_LOCALE: Locale = 'ru';

/**
 * The first supported language of an `Accept-Language` header. Weights are ignored; the order counts as the preference
 * (RFC 9110, 12.5.4).
 */
export const parseAcceptLanguage = (header = ''): Locale => {
  const tags = header.split(',').map(range => range.trim().slice(0, 2).toLowerCase());
  return tags.map(tag => locales.find(locale => locale === tag)).find(Boolean) ?? DEFAULT_LOCALE;
};
