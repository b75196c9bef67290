import { unique } from '../../field.ts';
import { text } from '../../kinds.ts';
import type { Access, PermissionSlug } from '../../permissions.ts';

/**
 * Access rules for settings: one slug to administer them, and other slugs whose holders may read the list because their
 * screens need it.
 */
export const buildSettingsAccess = (slug: PermissionSlug, ...viewerSlugs: PermissionSlug[]) => {
  const administrators: Access = [slug];
  const readers: Access = [slug, ...viewerSlugs];
  return {
    list: readers,
    read: administrators,
    create: administrators,
    update: administrators,
    remove: administrators,
  };
};

/** The slugs of users who list or edit goods, whose columns, filters and forms depend on attributes and languages. */
export const goodsSlugs = [
  'products.show-list',
  'product.show-general',
  'models.show-list',
  'model.show-general',
] as const;

export const defineCode = () => unique('exact', text({ required: true, max: 32, format: 'code' }));
