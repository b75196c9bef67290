import { and, asc, eq } from 'drizzle-orm';
import { HOME } from '#contract/addresses.ts';
import { isPageName, type PageName } from '#contract/pages.ts';
import { allows } from '#contract/permissions.ts';
import { collectionOf } from '#contract/records.ts';
import { referenceResource } from '#contract/referenceResource.ts';
import { confinedTo, type MenuEntry, navigation, ruleOf, settingsNavigation } from '#contract/routes.ts';
import type { Locale } from '#i18n/messages.ts';
import * as pageTexts from '#i18n/pages.ts';
import type { Caller } from '../accounts/session/caller.ts';
import type { Database } from '../db/database.ts';
import { referenceLists } from '../db/schema.ts';
import type { Handlers } from '../http/bindEndpoints.ts';
import type { Deps } from '../http/deps.ts';
import { titleOf } from '../table/labels.ts';
import { language } from '../translate.ts';

/** Entries that the caller could not open are left out. */
export const navigationHandlers = ({ db }: Deps): Handlers['navigation'] => ({
  menu: async ({ caller }) => ({ navigation_items: openTo(caller, navigation) }),
  settings: async ({ caller }) => ({
    navigation_items: [...openTo(caller, settingsNavigation), ...(await addedReferences(db, caller))],
  }),
});

const addedReferences = async (db: Database, { granted }: Caller) => {
  if (!allows(collectionOf('settings/reference').access.read, granted)) return [];
  const added = await db
    .select({ id: referenceLists.id, code: referenceLists.code, name: referenceLists.name })
    .from(referenceLists)
    .where(and(eq(referenceLists.declared, false), eq(referenceLists.archived, false)))
    .orderBy(asc(referenceLists.name), asc(referenceLists.id));
  return added.map(({ id, code, name }) => ({
    name: referenceResource(code),
    link: `${HOME}/settings/reference/${id}/edit`,
    title: name,
  }));
};

const openTo = ({ granted, role }: Caller, entries: readonly MenuEntry[]) =>
  entries
    .filter(({ link }) => allows(ruleOf(link)?.access, granted) && confinedTo(role, link) === null)
    .map(({ name, link, section }) => ({ name, link, title: sectionTitle(section) }));

export const sectionTitle = (section: MenuEntry['section']): string =>
  isPageName(section) ? pages[section][language()].title : titleOf(section);

const pages: Readonly<Record<PageName, Readonly<Record<Locale, { title: string }>>>> = pageTexts;
