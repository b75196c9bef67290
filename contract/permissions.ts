import { keysOf } from './keysOf.ts';
/**
 * All permissions with their names, by section. Most are from the specification (§2, §6); four are extensions
 * (contract 5).
 */
export const permissionGroups = {
  nomenclature: {
    'products.show-list': { ru: 'Товары: список', en: 'Products: list' },
    'product.show-general': { ru: 'Товары: создание и настройки', en: 'Products: creation and settings' },
    'product.show-models': { ru: 'Товары: связанные модели', en: 'Products: linked models' },
    'product.show-categories': { ru: 'Товары: категории', en: 'Products: categories' },
    'product.show-prices': { ru: 'Товары: цены', en: 'Products: prices' },
    'product.show-images': { ru: 'Товары: изображения', en: 'Products: images' },
    'product-list.import-file': { ru: 'Импорт номенклатуры из файла', en: 'Import of nomenclature from a file' },
    'product.send-media': { ru: 'Отправка медиа в кафе', en: 'Sending media to cafes' },
  },
  catalog: {
    'models.show-list': { ru: 'Модели: список', en: 'Models: list' },
    'model.show-general': { ru: 'Модели: создание и настройки', en: 'Models: creation and settings' },
    'model.show-products': { ru: 'Модели: связанные товары', en: 'Models: linked products' },
    'model.show-categories': { ru: 'Модели: категории', en: 'Models: categories' },
    'model.show-images': { ru: 'Модели: изображения', en: 'Models: images' },
  },
  categories: { 'categories.show-list': { ru: 'Дерево категорий', en: 'Tree of categories' } },
  matrices: {
    'matrix.view-list': { ru: 'Матрицы: список и состав', en: 'Matrices: list and contents' },
    'matrix.operation': { ru: 'Матрицы: создание, изменение, доступ', en: 'Matrices: creation, changes, access' },
  },
  synchronization: {
    'synchronization.show-list': { ru: 'Синхронизация: просмотр', en: 'Synchronization: view' },
    'synchronization.run': { ru: 'Синхронизация: публикация', en: 'Synchronization: publishing' },
  },
  history: { 'change.show-current': { ru: 'Текущие изменения', en: 'Current changes' } },
  users: {
    'users.show-list': { ru: 'Пользователи: список', en: 'Users: list' },
    'user.show-general': { ru: 'Пользователи: изменение и удаление', en: 'Users: changes and deletion' },
    'user.create': { ru: 'Пользователи: создание', en: 'Users: creation' },
    'user.auth': { ru: 'Вход под другим пользователем', en: 'Acting as another user' },
    'roles.manage': { ru: 'Управление ролями', en: 'Management of roles' },
  },
  security: { 'security.show-list': { ru: 'События безопасности', en: 'Security events' } },
  system: { 'system.show': { ru: 'Состояние системы', en: 'State of the system' } },
  settings: {
    navigation_settings: { ru: 'Раздел настроек', en: 'Settings section' },
    settings_attribute: { ru: 'Настройки: атрибуты', en: 'Settings: attributes' },
    settings_language: { ru: 'Настройки: языки', en: 'Settings: languages' },
    settings_project: { ru: 'Настройки: проекты', en: 'Settings: projects' },
    settings_reference: { ru: 'Настройки: справочники', en: 'Settings: references' },
  },
} as const satisfies Record<string, Record<string, { ru: string; en: string }>>;

export type PermissionGroup = keyof typeof permissionGroups;
export type PermissionSlug = { [G in PermissionGroup]: keyof (typeof permissionGroups)[G] }[PermissionGroup];

const groups: Readonly<Record<PermissionGroup, Partial<Record<PermissionSlug, { ru: string; en: string }>>>> =
  permissionGroups;

export const listGroupSlugs = (group: PermissionGroup): PermissionSlug[] => keysOf(groups[group]);

export const permissionSlugs: readonly PermissionSlug[] = keysOf(groups).flatMap(listGroupSlugs);

export const isPermissionSlug = (slug: string): slug is PermissionSlug =>
  permissionSlugs.some(permissionSlug => permissionSlug === slug);

export const getPermissionNames = (language: 'ru' | 'en'): Record<PermissionSlug, string> =>
  Object.fromEntries(
    Object.values(groups).flatMap(names => Object.entries(names).map(([slug, name]) => [slug, name[language]])),
  ) as Record<PermissionSlug, string>;

/**
 * Who may call an endpoint or open a screen: everyone, any signed-in user, or holders of at least one of the slugs.
 * Anything without a rule is closed, so that forgetting one cannot expose data.
 */
export type Access = 'public' | 'signed-in' | readonly [PermissionSlug, ...PermissionSlug[]];

export const combineAccess = (rules: readonly Access[]): Access => {
  const keywords = rules.filter(rule => typeof rule === 'string');
  if (keywords.includes('public')) return 'public';
  const slugs = rules.flatMap(rule => (typeof rule === 'string' ? [] : rule));
  return keywords.length > 0 ? 'signed-in' : ([...new Set(slugs)] as [PermissionSlug, ...PermissionSlug[]]);
};

/** Whether a user satisfies an access rule. `grantedSlugs` is null when no one is signed in. */
export const isAllowed = (access: Access | undefined, grantedSlugs: ReadonlySet<string> | null): boolean => {
  if (access === undefined) return false;
  if (access === 'public') return true;
  if (!grantedSlugs) return false;
  return access === 'signed-in' || access.some(slug => grantedSlugs.has(slug));
};
