import type { PageName } from '#contract/pages.ts';
import type { Locale } from './messages.ts';
import * as pages from './pages.ts';

/** Makes a page of the contract without texts a compile error; nothing else would detect it. */
const checkedPages: { readonly [P in PageName]: Readonly<Record<Locale, object>> } = pages;

export const getPageMessages = <L extends Locale>(locale: L) =>
  Object.fromEntries(Object.entries(checkedPages).map(([name, messages]) => [name, messages[locale]])) as {
    [P in PageName]: (typeof pages)[P][L];
  };
