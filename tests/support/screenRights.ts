import type { RoleSlug } from '#contract/roles.ts';
import { confined, type Holds, satisfies } from './rights.ts';

/** The screens of §2, written by hand like `rights.ts`: address and slug. `7` stands for any record. */
const own = [
  ['/content', 'session'],
  ['/content/history', 'session'],
  ['/content/nomenclature', 'products.show-list'],
  ['/content/nomenclature/new', 'product.show-general'],
  ['/content/nomenclature/import', 'product-list.import-file'],
  ['/content/nomenclature/send-media', 'product.send-media'],
  ['/content/nomenclature/7/models', 'product.show-models'],
  ['/content/nomenclature/7/settings', 'product.show-general'],
  ['/content/nomenclature/7/categories', 'product.show-categories'],
  ['/content/nomenclature/7/price', 'product.show-prices'],
  ['/content/nomenclature/7/images', 'product.show-images'],
  ['/content/catalog', 'models.show-list'],
  ['/content/catalog/new', 'model.show-general'],
  ['/content/catalog/7/products', 'model.show-products'],
  ['/content/catalog/7/settings', 'model.show-general'],
  ['/content/catalog/7/categories', 'model.show-categories'],
  ['/content/catalog/7/images', 'model.show-images'],
  ['/content/categories', 'categories.show-list'],
  ['/content/synchronization', 'synchronization.show-list'],
  ['/content/matrices', 'matrix.view-list'],
  ['/content/matrices/create', 'matrix.operation'],
  ['/content/matrices/7/edit', 'matrix.operation'],
  ['/content/matrices/edit/7', 'matrix.operation'],
  ['/content/matrices/7/accessSettings', 'matrix.operation'],
  ['/content/matrices/accessSettings/7', 'matrix.operation'],
  ['/content/matrices/merge', 'matrix.operation'],
  ['/content/matrices/7/nomenclature', 'matrix.view-list'],
  ['/content/matrices/nomenclature/7', 'matrix.view-list'],
  ['/content/users', 'users.show-list'],
  ['/content/users/create', 'user.create'],
  ['/content/users/7/edit', 'user.show-general'],
  ['/content/users/edit/7', 'user.show-general'],
  ['/content/security', 'security.show-list'],
  ['/content/system', 'system.show'],
  ['/content/settings', 'navigation_settings'],
] as const;

const edited = [
  ['roles', 'roles.manage'],
  ['settings/attribute', 'settings_attribute'],
  ['settings/language', 'settings_language'],
  ['settings/project', 'settings_project'],
  ['settings/reference', 'settings_reference'],
  ['settings/cafe', 'settings_reference'],
  ['settings/reference/brand', 'settings_reference'],
  ['settings/reference/unit', 'settings_reference'],
] as const;

export const screens: readonly (readonly [address: string, right: string])[] = [
  ...own,
  ...edited.flatMap(([section, slug]) =>
    ['', '/create', '/7/edit', '/edit/7'].map(rest => [`/content/${section}${rest}`, slug] as const),
  ),
];

const rights = new Map(screens);

/** §2: the name of a closed section as shown in the notice. */
const sections: readonly (readonly [start: string, name: string])[] = [
  ['/content/nomenclature', 'номенклатурой'],
  ['/content/catalog', 'каталогом моделей'],
  ['/content/categories', 'категориями'],
  ['/content/synchronization', 'синхронизацией'],
  ['/content/matrices', 'матрицами'],
  ['/content/users', 'пользователями'],
  ['/content/roles', 'пользователями'],
  ['/content/security', 'событиями безопасности'],
  ['/content/system', 'состоянием системы'],
  ['/content/settings', 'настройками'],
];

export const noticeOf = (address: string): string =>
  `У вас нет доступа к разделу с ${sections.find(([start]) => address.startsWith(start))?.[1]}`;

/** §2: where an editor's address leads: without a tab to one of its tabs, in another spelling to the usual one. */
const leadsTo = (address: string, role: RoleSlug): string => {
  const alias = /^\/content\/matrices\/(\w+)\/7$/.exec(address)?.[1];
  if (alias) return `/content/matrices/7/${alias}`;
  if (address.endsWith('/edit/7')) return address;
  const [, list = '', section = ''] = /^(\/content\/(.+))\/7$/.exec(address) ?? [];
  if (section === 'matrices') return `${list}/7/nomenclature`;
  if (section === 'nomenclature' || section === 'catalog')
    return `${list}/7/${role === 'photographer' ? 'images' : 'settings'}`;
  return section ? `${list}/7/edit` : address;
};

/** Where a user who opens an address ends up, and whether that is the requested screen. */
export const endOf = (address: string, role: RoleSlug, has: Holds): { end: string; isOpen: boolean } => {
  const end = leadsTo(address, role);
  const isMatrix = /^\/content\/matrices(\/|$)/.test(address);
  if (confined.includes(role) && !isMatrix) return { end: '/content/matrices', isOpen: false };
  const right = rights.get(end);
  if (right && satisfies(right, has)) return { end, isOpen: true };
  return { end: confined.includes(role) ? '/content/matrices' : '/content', isOpen: false };
};

/** All addresses, including those of editors without a tab. */
export const addresses: readonly string[] = [
  ...screens.map(([address]) => address),
  ...screens.flatMap(([address]) => /^(.+\/7)\/(edit|settings)$/.exec(address)?.[1] ?? []),
];
