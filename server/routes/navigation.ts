import { and, asc, eq } from 'drizzle-orm';
import { HOME_PATH } from '#contract/addresses.ts';
import { isPageName, type PageName } from '#contract/pages.ts';
import { isAllowed } from '#contract/permissions.ts';
import { getCollection } from '#contract/records.ts';
import { referenceResource } from '#contract/referenceResource.ts';
import {
  findRouteRule,
  getMatrixRoleRedirect,
  type MenuEntry,
  navigation,
  settingsNavigation,
} from '#contract/routes.ts';
import type { Locale } from '#i18n/messages.ts';
import * as pageTexts from '#i18n/pages.ts';
import type { Caller } from '../accounts/session/caller.ts';
import type { Database } from '../db/database.ts';
import { referenceLists } from '../db/schema.ts';
import type { Handlers } from '../http/bindEndpoints.ts';
import type { ServerDeps } from '../http/deps.ts';
import { getResourceTitle } from '../table/labels.ts';
import { getLanguage } from '../translate.ts';

/** Entries that the caller could not open are left out. */
export const navigationHandlers = ({ db }: ServerDeps): Handlers['navigation'] => ({
  menu: async ({ caller }) => ({ navigation_items: filterAccessibleEntries(caller, navigation) }),
  settings: async ({ caller }) => ({
    navigation_items: [
      ...filterAccessibleEntries(caller, settingsNavigation),
      ...(await readAddedReferences(db, caller)),
    ],
  }),
});

const readAddedReferences = async (db: Database, { grantedSlugs }: Caller) => {
  if (!isAllowed(getCollection('settings/reference').access.read, grantedSlugs)) return [];
  const addedReferences = await db
    .select({ id: referenceLists.id, code: referenceLists.code, name: referenceLists.name })
    .from(referenceLists)
    .where(and(eq(referenceLists.declared, false), eq(referenceLists.archived, false)))
    .orderBy(asc(referenceLists.name), asc(referenceLists.id));
  return addedReferences.map(({ id, code, name }) => ({
    name: referenceResource(code),
    link: `${HOME_PATH}/settings/reference/${id}/edit`,
    title: name,
  }));
};

const filterAccessibleEntries = ({ grantedSlugs, role }: Caller, entries: readonly MenuEntry[]) =>
  entries
    .filter(
      ({ link }) => isAllowed(findRouteRule(link)?.access, grantedSlugs) && getMatrixRoleRedirect(role, link) === null,
    )
    .map(({ name, link, section }) => ({ name, link, title: getSectionTitle(section) }));

export const getSectionTitle = (section: MenuEntry['section']): string =>
  isPageName(section) ? pages[section][getLanguage()].title : getResourceTitle(section);

const pages: Readonly<Record<PageName, Readonly<Record<Locale, { title: string }>>>> = pageTexts;
