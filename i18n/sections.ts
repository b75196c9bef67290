import { isPageName } from '#contract/pages.ts';
import type { ReferenceResource } from '#contract/references.ts';
import type { Section } from '#contract/screens.ts';
import type { MessageKey } from './translate.ts';

export const getTitleKey = (section: Section | ReferenceResource): MessageKey =>
  (isPageName(section) ? `pages.${section}.title` : `resources.${section}.several`) as MessageKey;

export const getAccessDeniedKey = (section: Section): MessageKey =>
  (isPageName(section) ? `pages.${section}.denied` : `resources.${section}.denied`) as MessageKey;
