import type { PageName, pages } from '#contract/pages.ts';
import type { Translation } from './messages.ts';

/**
 * A page that has its own menu section also needs a notice for users without access, because no resource provides one.
 */
type PageTitles<P extends PageName> = { title: string } & ((typeof pages)[P] extends { section: string }
  ? unknown
  : { denied: string });

/** The keys come from the Russian texts, so that a missing English text is a compile error. */
export const definePageMessages = <P extends PageName, const T extends PageTitles<P>>(
  _page: P,
  messages: { ru: T; en: NoInfer<Translation<T>> },
) => messages;
