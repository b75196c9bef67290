import { HOME_PATH } from './addresses.ts';
import { compareMenuPositions, type MenuGroup, type MenuPosition } from './menu.ts';
import type { Page } from './page.ts';
import { getPagePath, isPageName, type PageName, pageNames, pages } from './pages.ts';
import { type DeclaredResource, declaredResources, getRecord } from './records.ts';
import { referenceResource } from './referenceResource.ts';
import { type ReferenceResource, referenceAccess, referenceNames } from './references.ts';
import { matrixRoles } from './roles.ts';
import { listResourceRoutes, type RouteRule, type Section } from './screens.ts';

const MATRICES_PATH = `${HOME_PATH}/${'matrices' satisfies DeclaredResource}`;

const getPage = (name: PageName): Page => pages[name];
const getMenuPosition = (section: Section): MenuPosition | null =>
  isPageName(section) ? (getPage(section).menu ?? null) : getRecord(section).menu;

const sections: readonly Section[] = [...pageNames, ...declaredResources].toSorted((pageName, other) =>
  compareMenuPositions(getMenuPosition(pageName), getMenuPosition(other)),
);

const listRoutes = (section: Section): RouteRule[] => {
  if (isPageName(section)) {
    const { access, section: sectionName = section } = getPage(section);
    return [{ path: getPagePath(section), access, section: sectionName }];
  }
  const { access, screens } = getRecord(section);
  return listResourceRoutes({ name: section, access, screens, section: screens.section ?? section });
};

const referenceRoutes = referenceNames.flatMap(name =>
  listResourceRoutes({
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
export const routes: readonly RouteRule[] = [...sections.flatMap(listRoutes), ...referenceRoutes];

/** §2, entry guard: where to redirect a matrix role that opens any other address; null when no redirect is needed. */
export const getMatrixRoleRedirect = (role: string, pathname: string): string | null =>
  matrixRoles.has(role) && pathname !== MATRICES_PATH && !pathname.startsWith(`${MATRICES_PATH}/`)
    ? MATRICES_PATH
    : null;

/**
 * The rule for a path. If several rules match, the rule with the most fixed segments wins, since `/:id` also matches
 * `/new`. Null if no rule matches.
 */
export const findRouteRule = (pathname: string): RouteRule | null => {
  const pathSegments = splitPath(pathname);
  const candidates = compiledRoutes.filter(
    ({ parts }) => parts.length === pathSegments.length && matchesPattern(parts, pathSegments),
  );
  return candidates.toSorted((a, b) => b.fixed - a.fixed)[0]?.rule ?? null;
};

const splitPath = (path: string): string[] => path.split('/').filter(Boolean);

const compiledRoutes = routes.map(rule => {
  const patternSegments = splitPath(rule.path);
  return { rule, parts: patternSegments, fixed: patternSegments.filter(segment => !segment.startsWith(':')).length };
});

const matchesPattern = (patternSegments: readonly string[], pathSegments: readonly string[]): boolean =>
  patternSegments.every((segment, index) => segment.startsWith(':') || segment === pathSegments[index]);

export interface MenuEntry {
  name: string;
  link: string;
  group: MenuGroup;
  section: Section | ReferenceResource;
}

const menuEntries: readonly MenuEntry[] = sections.flatMap(section => {
  const menuPosition = getMenuPosition(section);
  if (!menuPosition) return [];
  const link = isPageName(section) ? getPagePath(section) : `${HOME_PATH}/${section}`;
  return [{ name: section.slice(section.lastIndexOf('/') + 1), link, group: menuPosition.group, section }];
});

/** The menu in order (§7, `GET /navigation`). */
export const navigation: readonly MenuEntry[] = menuEntries.filter(({ group }) => group !== 'settings');

/** The settings page (§7, `GET /navigation/settings`). References go last, because users may add any number. */
export const settingsNavigation: readonly MenuEntry[] = [
  ...menuEntries.filter(({ group }) => group === 'settings'),
  ...referenceNames.map((name): MenuEntry => {
    const section = referenceResource(name);
    return { name, link: `${HOME_PATH}/${section}`, group: 'settings', section };
  }),
];
