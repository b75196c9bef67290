import type { MenuGroup } from '#contract/menu.ts';

/** Titles of the menu's groups. The first group has none, and the settings have a page of their own. */
export const menu = {
  content: 'Контент',
  changes: 'Изменения',
  administration: 'Управление',
} as const satisfies Record<Exclude<MenuGroup, 'start' | 'settings'>, string>;
