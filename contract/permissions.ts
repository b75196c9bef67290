/** Every permission slug, by the part of the application that it is about: the specification's (§2, §6) and three of ours (contract 5). */
export const permissionGroups = {
  nomenclature: [
    'products.show-list',
    'product.show-general',
    'product.show-models',
    'product.show-categories',
    'product.show-prices',
    'product.show-images',
    'product-list.import-file',
    'product.send-media',
  ],
  catalog: [
    'models.show-list',
    'model.show-general',
    'model.show-products',
    'model.show-categories',
    'model.show-images',
  ],
  categories: ['categories.show-list'],
  matrices: ['matrix.view-list', 'matrix.operation'],
  synchronization: ['synchronization.show-list', 'synchronization.run'],
  history: ['change.show-current'],
  users: ['users.show-list', 'user.show-general', 'user.create', 'user.auth', 'roles.manage'],
  settings: [
    'navigation_settings',
    'settings_attribute',
    'settings_language',
    'settings_project',
    'settings_reference',
  ],
} as const;

export type PermissionGroup = keyof typeof permissionGroups;
export type PermissionSlug = (typeof permissionGroups)[PermissionGroup][number];

export const permissionSlugs: readonly PermissionSlug[] = Object.values(permissionGroups).flat();

/**
 * Who may call an endpoint or open a screen: anybody, anybody signed in, or the holder of any one
 * of the slugs. What states no rule is closed to everybody.
 */
export type Access = 'public' | 'signed-in' | readonly [PermissionSlug, ...PermissionSlug[]];

/** The rule that whoever passes any of these passes. */
export const accessOfAny = (rules: readonly Access[]): Access => {
  const words = rules.filter(rule => typeof rule === 'string');
  if (words.includes('public')) return 'public';
  const slugs = rules.flatMap(rule => (typeof rule === 'string' ? [] : rule));
  return words.length > 0 ? 'signed-in' : ([...new Set(slugs)] as [PermissionSlug, ...PermissionSlug[]]);
};

/** Whether somebody may pass a rule. `granted` is null for a visitor who is not signed in. */
export const allows = (access: Access | undefined, granted: ReadonlySet<string> | null): boolean => {
  if (access === undefined) return false;
  if (access === 'public') return true;
  if (!granted) return false;
  return access === 'signed-in' || access.some(slug => granted.has(slug));
};
