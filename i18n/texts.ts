import type { PageName, pages } from '#contract/pages.ts';
import type { Translation } from './messages.ts';

/** Every page has a title; one that is a section of its own says who may not open it, too. */
type PageTexts<P extends PageName> = { title: string } & ((typeof pages)[P] extends { section: string }
  ? unknown
  : { denied: string });

/** The texts of a page in both languages; the Russian ones say which there are. */
export const texts = <P extends PageName, const T extends PageTexts<P>>(
  _page: P,
  both: { ru: T; en: NoInfer<Translation<T>> },
) => both;
