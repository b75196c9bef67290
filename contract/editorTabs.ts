import type { Access } from './permissions.ts';
import { isOwnResource, type ResourceName, recordOf } from './records.ts';
import type { Screens } from './screens.ts';

type AccessCheck = (access: Access) => boolean;

const screensOf = (name: ResourceName): Screens => (isOwnResource(name) ? recordOf(name).screens : {});

const tabEntries = (name: ResourceName): [tab: string, access: Access][] => Object.entries(screensOf(name).tabs ?? {});

export const accessibleTabs = (name: ResourceName, can: AccessCheck): string[] =>
  tabEntries(name)
    .filter(([, access]) => can(access))
    .map(([tab]) => tab);

interface Viewer {
  role: string;
  can: AccessCheck;
  query?: URLSearchParams;
}

/**
 * §2: the tab to open when the address names none: the one from §2, otherwise the first that the user may open. If §2
 * names a tab that is closed to the user, they are redirected to the start page as for any other closed address. Null
 * for an editor without tabs.
 */
export const landingTab = (name: ResourceName, { role, can, query }: Viewer): string | null => {
  const { landing } = screensOf(name);
  if (!landing) return accessibleTabs(name, can)[0] ?? tabEntries(name)[0]?.[0] ?? null;
  return role === 'photographer' && !query?.has(landing.parameter) ? landing.photographer : landing.tab;
};

/**
 * Links within the application must not lead to a closed tab: they lead to the requested tab, otherwise to the landing
 * tab, otherwise to the first open one.
 */
export const resolveTab = (name: ResourceName, visitor: Viewer, requested?: string): string | null => {
  const landing = landingTab(name, visitor);
  const open = accessibleTabs(name, visitor.can);
  return [requested, landing, ...open].find(tab => tab && open.includes(tab)) ?? landing;
};
