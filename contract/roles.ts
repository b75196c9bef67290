import { keysOf } from './keysOf.ts';
import { type PermissionSlug, permissionSlugs } from './permissions.ts';

const matrixPermissions = ['matrix.view-list', 'matrix.operation'] as const satisfies readonly PermissionSlug[];

/**
 * The roles of the specification (§6) and an administrator, with their initial permissions. Admins may change the
 * permissions later.
 */
export const roles = {
  admin: permissionSlugs,
  content_manager: permissionSlugs.filter(
    slug =>
      ![
        'users.show-list',
        'user.show-general',
        'user.create',
        'user.auth',
        'roles.manage',
        'security.show-list',
        'system.show',
      ].includes(slug),
  ),
  photographer: ['products.show-list', 'product.show-images', 'models.show-list', 'model.show-images'],
  product_manager: [
    'products.show-list',
    'product.show-general',
    'product.show-models',
    'product.show-categories',
    'product.show-prices',
    'models.show-list',
    'model.show-general',
    'model.show-products',
    'change.show-current',
    'product-list.import-file',
  ],
  accountant: ['products.show-list', 'product.show-prices'],
  '1c_client': ['products.show-list', 'product.show-general', 'product.show-prices', 'product-list.import-file'],
  admin_matrix: matrixPermissions,
  /** §6: may edit only their own matrices, whatever their permissions. */
  manager_matrix: matrixPermissions,
} as const satisfies Record<string, readonly PermissionSlug[]>;

export type RoleSlug = keyof typeof roles;
export const roleSlugs = keysOf(roles);

/**
 * The role that always holds every permission, including permissions added in later releases, so that there is always
 * somebody who can grant them.
 */
export const ADMIN_ROLE: RoleSlug = 'admin';

/** Roles confined to the matrices (§2, entry guard). */
export const matrixRoles: ReadonlySet<string> = new Set<RoleSlug>(['admin_matrix', 'manager_matrix']);

/** §6: roles without the global search. */
export const rolesWithoutSearch: ReadonlySet<string> = new Set<RoleSlug>([
  'product_manager',
  '1c_client',
  'accountant',
  'admin_matrix',
  'manager_matrix',
]);
