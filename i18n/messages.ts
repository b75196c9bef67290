import type { DeclaredResource, FieldName, records } from '#contract/records.ts';
import type { REQUIRED_ERROR } from '#contract/rules.ts';
import type { sharedWords } from './ru/words.ts';

type DeclaredRecord<R extends DeclaredResource> = (typeof records)[R];
type OptionWords<R extends DeclaredResource> = {
  [F in keyof DeclaredRecord<R>['fields']]: DeclaredRecord<R>['fields'][F] extends {
    kind: 'status' | 'choice';
    values: readonly (infer W extends string)[];
  }
    ? W
    : never;
}[keyof DeclaredRecord<R>['fields']];
type RuleErrorKey<R extends DeclaredResource> = Exclude<
  ReturnType<DeclaredRecord<R>['rules'][number]['findError']>,
  typeof REQUIRED_ERROR | undefined
>;
type SharedWord = keyof typeof sharedWords;
type ResourceWord<R extends DeclaredResource> = Exclude<OptionWords<R>, SharedWord>;

/** The texts of a resource in one language; a missing field or choice does not compile. */
export type Labels<R extends DeclaredResource> = {
  one: string;
  several: string;
  count: string;
  /** Needed only if the language inflects the count as the object of a verb (Изменить 1 матрицу). */
  object?: string;
  create?: string;
  link?: string;
  /** What an empty list is for, where its name does not explain it. */
  nothingYet?: string;
  fields: Record<FieldName<R>, string>;
  /** Notices that replace the shared ones, if §8 has a special wording for this resource. */
  said?: Partial<Record<'created' | 'saved' | 'deleted' | 'alreadyDeleted', string>>;
} & (DeclaredRecord<R>['screens'] extends { section: string } ? unknown : { denied: string }) &
  ([RuleErrorKey<R>] extends [never] ? unknown : { faults: Record<RuleErrorKey<R>, string> }) &
  ([OptionWords<R>] extends [never]
    ? unknown
    : /** Shared labels are repeated only if their form depends on the resource («Активна»). */
      { words?: Partial<Record<Extract<OptionWords<R>, SharedWord>, string>> }) &
  ([ResourceWord<R>] extends [never] ? unknown : { words: Record<ResourceWord<R>, string> });
export type AllLabels = { readonly [R in DeclaredResource]: Labels<R> };

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
