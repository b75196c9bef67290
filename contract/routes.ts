import { HOME } from './addresses.ts';
import { compareMenuPlace, type MenuGroup, type MenuPlace } from './menu.ts';
import type { Page } from './page.ts';
import { isPageName, type PageName, pageAddress, pageNames, pages } from './pages.ts';
import { type OwnResource, ownResources, recordOf } from './records.ts';
import { referenceResource } from './referenceResource.ts';
import { type ReferenceResource, referenceAccess, referenceNames } from './references.ts';
import { matrixRoles } from './roles.ts';
import { type RouteRule, resourceRoutes, type Section } from './screens.ts';

const MATRICES = `${HOME}/${'matrices' satisfies OwnResource}`;

const pageOf = (name: PageName): Page => pages[name];
const placeOf = (section: Section): MenuPlace | null =>
  isPageName(section) ? (pageOf(section).menu ?? null) : recordOf(section).menu;

const sections: readonly Section[] = [...pageNames, ...ownResources].toSorted((one, other) =>
  compareMenuPlace(placeOf(one), placeOf(other)),
);

const routesOf = (section: Section): RouteRule[] => {
  if (isPageName(section)) {
    const { access, section: part = section } = pageOf(section);
    return [{ path: pageAddress(section), access, section: part }];
  }
  const { access, screens } = recordOf(section);
  return resourceRoutes({ name: section, access, screens, section: screens.section ?? section });
};

const referenceRoutes = referenceNames.flatMap(name =>
  resourceRoutes({
    name: referenceResource(name),
    access: { list: referenceAccess, read: referenceAccess, create: referenceAccess },
    screens: {},
    section: 'settings',
  }),
);

/**
 * All routes behind sign-in (§2), derived from pages and records. A path without a rule here is closed, so that a
 * forgotten rule cannot expose a page.
 */
export const routes: readonly RouteRule[] = [...sections.flatMap(routesOf), ...referenceRoutes];

/** §2, entry guard: where to redirect a matrix role that opens any other address; null when no redirect is needed. */
export const confinedTo = (role: string, pathname: string): string | null =>
  matrixRoles.has(role) && pathname !== MATRICES && !pathname.startsWith(`${MATRICES}/`) ? MATRICES : null;

/**
 * The rule for a path; the one with the most fixed segments wins, since `/:id` also matches `/new`. Null when none
 * matches.
 */
export const ruleOf = (pathname: string): RouteRule | null => {
  const requested = segments(pathname);
  const fitting = compiled.filter(({ parts }) => parts.length === requested.length && fits(parts, requested));
  return fitting.toSorted((a, b) => b.fixed - a.fixed)[0]?.rule ?? null;
};

const segments = (path: string): string[] => path.split('/').filter(Boolean);

const compiled = routes.map(rule => {
  const parts = segments(rule.path);
  return { rule, parts, fixed: parts.filter(part => !part.startsWith(':')).length };
});

const fits = (parts: readonly string[], requested: readonly string[]): boolean =>
  parts.every((part, at) => part.startsWith(':') || part === requested[at]);

export interface MenuEntry {
  name: string;
  link: string;
  group: MenuGroup;
  section: Section | ReferenceResource;
}

const entries: readonly MenuEntry[] = sections.flatMap(section => {
  const place = placeOf(section);
  if (!place) return [];
  const link = isPageName(section) ? pageAddress(section) : `${HOME}/${section}`;
  return [{ name: section.slice(section.lastIndexOf('/') + 1), link, group: place.group, section }];
});

/** The menu in order (§7, `GET /navigation`). */
export const navigation: readonly MenuEntry[] = entries.filter(({ group }) => group !== 'settings');

/** The settings page (§7, `GET /navigation/settings`). References go last, because users may add any number. */
export const settingsNavigation: readonly MenuEntry[] = [
  ...entries.filter(({ group }) => group === 'settings'),
  ...referenceNames.map((name): MenuEntry => {
    const section = referenceResource(name);
    return { name, link: `${HOME}/${section}`, group: 'settings', section };
  }),
];
