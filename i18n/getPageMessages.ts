import type { PageName } from '#contract/pages.ts';
import type { Locale } from './messages.ts';
import * as pages from './pages.ts';

/** Fails to compile when a page of the contract has no texts; nothing else would notice. */
const checkedPages: { readonly [P in PageName]: Readonly<Record<Locale, object>> } = pages;

export const getPageMessages = <L extends Locale>(locale: L) =>
  Object.fromEntries(Object.entries(checkedPages).map(([name, both]) => [name, both[locale]])) as {
    [P in PageName]: (typeof pages)[P][L];
  };
