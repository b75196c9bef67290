export const menuGroups = ['start', 'content', 'changes', 'administration', 'settings'] as const;
export type MenuGroup = (typeof menuGroups)[number];

export interface MenuPosition {
  group: MenuGroup;
  order: number;
}

export const compareMenuPositions = (one: MenuPosition | null, other: MenuPosition | null): number =>
  getGroupRank(one) - getGroupRank(other) || (one?.order ?? 0) - (other?.order ?? 0);

const getGroupRank = (position: MenuPosition | null): number =>
  position ? menuGroups.indexOf(position.group) : menuGroups.length;
