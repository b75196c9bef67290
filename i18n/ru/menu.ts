import type { MenuGroup } from '#contract/menu.ts';

export const menu = {
  content: 'Контент',
  changes: 'Изменения',
  administration: 'Управление',
} as const satisfies Record<Exclude<MenuGroup, 'start' | 'settings'>, string>;
