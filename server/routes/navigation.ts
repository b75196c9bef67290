import { isPageName, type PageName } from '#contract/pages.ts';
import { allows } from '#contract/permissions.ts';
import type { OwnResource } from '#contract/records.ts';
import { referenceInResource } from '#contract/referenceResource.ts';
import { isReferenceName, referenceOf } from '#contract/references.ts';
import { confinedTo, type MenuEntry, navigation, ruleOf, settingsNavigation } from '#contract/routes.ts';
import * as pageTexts from '#i18n/pages.ts';
import * as resources from '#i18n/ru/resources.ts';
import type { Caller } from '../accounts/session/caller.ts';
import type { Handlers } from '../http/bindEndpoints.ts';

/** The menu and the settings page (§7), without entries that the caller could not open. */
export const navigationHandlers: Handlers['navigation'] = {
  menu: async ({ caller }) => ({ navigation_items: openTo(caller, navigation) }),
  settings: async ({ caller }) => ({ navigation_items: openTo(caller, settingsNavigation) }),
};

const openTo = ({ granted, role }: Caller, entries: readonly MenuEntry[]) =>
  entries
    .filter(({ link }) => allows(ruleOf(link)?.access, granted) && confinedTo(role, link) === null)
    .map(({ name, link, section }) => ({ name, link, title: sectionTitle(section) }));

export const sectionTitle = (section: MenuEntry['section']): string => {
  if (isPageName(section)) return pages[section].ru.title;
  const reference = referenceInResource(section);
  if (reference !== null && isReferenceName(reference)) return referenceOf(reference).ru[1];
  return titles[section as keyof typeof titles].several;
};

const pages: Readonly<Record<PageName, { ru: { title: string } }>> = pageTexts;
const titles: Readonly<Record<OwnResource, { several: string }>> = resources;
