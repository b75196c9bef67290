/** The groups of the menu, in their order; the last one is the settings' own page. A title stands under `menu`. */
export const menuGroups = ['start', 'content', 'changes', 'administration', 'settings'] as const;
export type MenuGroup = (typeof menuGroups)[number];

/** Where an entry stands in the menu: in its group by `order`, and by its name among equals. */
export interface MenuPlace {
  group: MenuGroup;
  order: number;
}

/** The order of the menu; what stands in none comes last. */
export const byPlace = (one: MenuPlace | null, other: MenuPlace | null): number =>
  rank(one) - rank(other) || (one?.order ?? 0) - (other?.order ?? 0);

const rank = (place: MenuPlace | null): number => (place ? menuGroups.indexOf(place.group) : menuGroups.length);
