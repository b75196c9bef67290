import { allows } from '#contract/permissions.ts';
import { isReferenceName, referenceOf } from '#contract/references.ts';
import { confinedTo, navigation, ruleOf, settingsNavigation } from '#contract/routes.ts';
import { navigation as titles } from '#i18n/ru/navigation.ts';
import type { Handlers } from '../implement.ts';
import type { Caller } from '../session/caller.ts';

/** The menu and the settings home (§7): from the table of routes, what the caller may open and no more. */
export const navigationHandlers: Handlers['navigation'] = {
  menu: async ({ caller }) => ({ navigation_items: openTo(caller, navigation) }),
  settings: async ({ caller }) => ({ navigation_items: openTo(caller, settingsNavigation) }),
};

const openTo = ({ granted, role }: Caller, items: readonly { name: string; link: string }[]) =>
  items
    .filter(({ link }) => allows(ruleOf(link)?.access, granted) && confinedTo(role, link) === null)
    .map(({ name, link }) => ({ name, link, title: titleOf(name) }));

const titleOf = (name: string): string =>
  isReferenceName(name) ? referenceOf(name).ru[1] : titles[name as keyof typeof titles];
