import { isPageName } from '#contract/pages.ts';
import type { ReferenceResource } from '#contract/references.ts';
import type { Section } from '#contract/screens.ts';
import type { MessageKey } from './translate.ts';

/** What a section is called; the labels of references are put beside those of resources. */
export const titleOf = (section: Section | ReferenceResource): MessageKey =>
  (isPageName(section) ? `pages.${section}.title` : `resources.${section}.several`) as MessageKey;

/** What is said to somebody who may not open a section. */
export const deniedIn = (section: Section): MessageKey =>
  (isPageName(section) ? `pages.${section}.denied` : `resources.${section}.denied`) as MessageKey;
