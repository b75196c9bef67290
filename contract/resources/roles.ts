import { unique } from '../field.ts';
import { flag, permissions, text } from '../kinds.ts';
import { defineRecord } from '../record.ts';

export const roles = defineRecord(
  'roles',
  {
    name: text({ required: true }),
    slug: unique('exact', text({ required: true, max: 64, format: 'slug' })),
    permissions: permissions(),
    /** Whether the role is declared in code. Code refers to such a role by its slug, so the slug cannot be changed. */
    declared: flag({ readOnly: true }),
  },
  {
    path: '/roles',
    access: {
      list: ['roles.manage', 'users.show-list', 'user.show-general', 'user.create'],
      read: ['roles.manage'],
      create: ['roles.manage'],
      update: ['roles.manage'],
      remove: ['roles.manage'],
    },
    search: ['name', 'slug'],
    sort: ['name', 'slug', 'updated_at', 'created_at'],
    // §7: the list is an array of roles.
    plainList: {},
    features: ['audit'],
    menu: { group: 'administration', order: 20 },
    screens: { section: 'users', list: ['roles.manage'] },
  },
);
