import type { Access } from './permissions.ts';
import { getRecord, isDeclaredResource, type ResourceName } from './records.ts';
import type { Screens } from './screens.ts';

type AccessCheck = (access: Access) => boolean;

const getScreens = (name: ResourceName): Screens => (isDeclaredResource(name) ? getRecord(name).screens : {});

const listTabs = (name: ResourceName): [tab: string, access: Access][] => Object.entries(getScreens(name).tabs ?? {});

export const listAccessibleTabs = (name: ResourceName, can: AccessCheck): string[] =>
  listTabs(name)
    .filter(([, access]) => can(access))
    .map(([tab]) => tab);

interface TabViewer {
  role: string;
  can: AccessCheck;
  query?: URLSearchParams;
}

/**
 * The tab to open when the address contains none: the default from §2, otherwise the first tab the user may open. A
 * user without access to the default tab is redirected to the start page, as for any forbidden address. Null for an
 * editor without tabs.
 */
export const chooseDefaultTab = (name: ResourceName, { role, can, query }: TabViewer): string | null => {
  const { defaultTab } = getScreens(name);
  if (!defaultTab) return listAccessibleTabs(name, can)[0] ?? listTabs(name)[0]?.[0] ?? null;
  return role === 'photographer' && !query?.has(defaultTab.parameter) ? defaultTab.photographer : defaultTab.tab;
};

/**
 * The tab that a link within the application should open. Links must not lead to a forbidden tab. If the user may not
 * open the requested tab, the link opens the default tab, or else the first tab that the user may open.
 */
export const resolveTab = (name: ResourceName, visitor: TabViewer, requestedTab?: string): string | null => {
  const defaultTab = chooseDefaultTab(name, visitor);
  const open = listAccessibleTabs(name, visitor.can);
  return [requestedTab, defaultTab, ...open].find(tab => tab && open.includes(tab)) ?? defaultTab;
};
