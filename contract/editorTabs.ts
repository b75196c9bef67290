import type { Access } from './permissions.ts';
import { isOwnResource, type ResourceName, recordOf } from './records.ts';
import type { Screens } from './screens.ts';

type Can = (access: Access) => boolean;

const screensOf = (name: ResourceName): Screens => (isOwnResource(name) ? recordOf(name).screens : {});

const allTabs = (name: ResourceName): [tab: string, access: Access][] => Object.entries(screensOf(name).tabs ?? {});

/** The tabs of a resource's editor that are open to a person, in order. */
export const openTabs = (name: ResourceName, can: Can): string[] =>
  allTabs(name)
    .filter(([, access]) => can(access))
    .map(([tab]) => tab);

interface Visitor {
  role: string;
  can: Can;
  query?: URLSearchParams;
}

/**
 * §2: where an address without a tab leads, which may be closed to the person: they are then sent home like from any
 * other closed address. Where §2 names no tab, the first open one. Null for an editor without tabs.
 */
export const landingTab = (name: ResourceName, { role, can, query }: Visitor): string | null => {
  const { landing } = screensOf(name);
  if (!landing) return openTabs(name, can)[0] ?? allTabs(name)[0]?.[0] ?? null;
  return role === 'photographer' && !query?.has(landing.parameter) ? landing.photographer : landing.tab;
};

/** Where links of ours lead: the requested tab or the landing tab if it is open to the person, else the first that is. */
export const linkedTab = (name: ResourceName, visitor: Visitor, requested?: string): string | null => {
  const landing = landingTab(name, visitor);
  const open = openTabs(name, visitor.can);
  return [requested, landing, ...open].find(tab => tab && open.includes(tab)) ?? landing;
};
