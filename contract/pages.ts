import { HOME_PATH } from './addresses.ts';
import { historySettingsAccess } from './historySettings.ts';
import { keysOf } from './keysOf.ts';
import { definePages } from './page.ts';

/**
 * All pages that are not screens of a resource: address, access and menu position. The compiler reports missing texts
 * or components for a new entry.
 */
export const pages = definePages({
  home: { path: '', access: 'signed-in', menu: { group: 'start', order: 10 } },
  categories: { path: '/categories', access: ['categories.show-list'], menu: { group: 'content', order: 30 } },
  import: {
    path: '/nomenclature/import',
    access: ['product-list.import-file'],
    menu: { group: 'content', order: 50 },
    section: 'nomenclature',
  },
  exportProfiles: {
    path: '/nomenclature/export-profiles',
    access: ['product-list.import-file'],
    section: 'nomenclature',
  },
  sending: {
    path: '/nomenclature/send-media',
    access: ['product.send-media'],
    menu: { group: 'content', order: 60 },
    section: 'nomenclature',
  },
  mergeMatrices: { path: '/matrices/merge', access: ['matrix.operation'], section: 'matrices' },
  synchronization: {
    path: '/synchronization',
    access: ['synchronization.show-list'],
    menu: { group: 'changes', order: 10 },
  },
  // §2 names no permission for the history, so it is open and each user sees only what they may see elsewhere.
  history: { path: '/history', access: 'signed-in', menu: { group: 'changes', order: 20 } },
  security: {
    path: '/security',
    access: ['security.show-list'],
    menu: { group: 'administration', order: 25 },
  },
  system: { path: '/system', access: ['system.show'], menu: { group: 'administration', order: 27 } },
  historySettings: {
    path: '/settings/history',
    access: historySettingsAccess,
    menu: { group: 'settings', order: 35 },
  },
  settings: { path: '/settings', access: ['navigation_settings'], menu: { group: 'administration', order: 30 } },
});

export type PageName = keyof typeof pages;
export const pageNames = keysOf(pages);
export const isPageName = (name: string): name is PageName => Object.hasOwn(pages, name);

export const getPagePath = (name: PageName): string => `${HOME_PATH}${pages[name].path}`;
