import type { PageName, pages } from '#contract/pages.ts';
import type { Translation } from './messages.ts';

/** A page with a section of its own also needs a notice for users without access, because no resource provides one. */
type PageTexts<P extends PageName> = { title: string } & ((typeof pages)[P] extends { section: string }
  ? unknown
  : { denied: string });

/** The Russian texts determine the keys, so that the English ones cannot lack any. */
export const definePageMessages = <P extends PageName, const T extends PageTexts<P>>(
  _page: P,
  both: { ru: T; en: NoInfer<Translation<T>> },
) => both;
