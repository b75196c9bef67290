export const menuGroups = ['start', 'content', 'changes', 'administration', 'settings'] as const;
export type MenuGroup = (typeof menuGroups)[number];

export interface MenuPlace {
  group: MenuGroup;
  order: number;
}

export const compareMenuPlace = (one: MenuPlace | null, other: MenuPlace | null): number =>
  groupRank(one) - groupRank(other) || (one?.order ?? 0) - (other?.order ?? 0);

const groupRank = (place: MenuPlace | null): number => (place ? menuGroups.indexOf(place.group) : menuGroups.length);
