import { text } from '../../kinds.ts';
import type { Access, PermissionSlug } from '../../permissions.ts';

/** Administered with one slug; its list is open to those as well whose screens show what is defined here. */
export const administered = (slug: PermissionSlug, ...shownTo: PermissionSlug[]) => {
  const administrators: Access = [slug];
  return {
    list: [slug, ...shownTo] satisfies Access as Access,
    read: administrators,
    create: administrators,
    update: administrators,
    remove: administrators,
  };
};

/** Whoever lists or edits goods: their columns, filters and forms are made of attributes and languages. */
export const goods = ['products.show-list', 'product.show-general', 'models.show-list', 'model.show-general'] as const;

/** What the goods of a project, a language and an attribute are called by in addresses, queries and stored values. */
export const code = () => text({ required: true, max: 32, format: 'code' });
