import { isPageName } from '#contract/pages.ts';
import type { ReferenceResource } from '#contract/references.ts';
import type { Section } from '#contract/screens.ts';
import type { MessageKey } from './translate.ts';

export const titleKeyOf = (section: Section | ReferenceResource): MessageKey =>
  (isPageName(section) ? `pages.${section}.title` : `resources.${section}.several`) as MessageKey;

export const accessDeniedKey = (section: Section): MessageKey =>
  (isPageName(section) ? `pages.${section}.denied` : `resources.${section}.denied`) as MessageKey;
