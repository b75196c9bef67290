import { unique } from '../field.ts';
import { byCode, moment, password, permissions, picture, status, text } from '../kinds.ts';
import { defineRecord } from '../record.ts';
import type { ResourceName } from '../records.ts';

export const users = defineRecord(
  'users',
  {
    /** Last, first and middle name, composed by the server so that lists can sort by it. */
    name: text({ required: true, readOnly: true, max: 320 }),
    first_name: text({ required: true, max: 100 }),
    middle_name: text({ max: 100 }),
    last_name: text({ required: true, max: 100 }),
    email: unique('folded', text({ required: true, max: 254, format: 'email' })),
    password: password(),
    role: byCode('roles' satisfies ResourceName, { required: true, key: 'slug' }),
    permissions: permissions({ besides: 'role' }),
    status: status(['active', 'blocked']),
    /**
     * The effective permissions: the role's and the user's own. Included so that the interface can tell which users the
     * caller may edit.
     */
    rights: permissions({ readOnly: true }),
    avatar: picture('user.show-general'),
    created_at: moment({ required: true }),
    last_seen: moment(),
  },
  {
    path: '/users',
    access: {
      list: ['users.show-list'],
      read: ['user.show-general'],
      create: ['user.create'],
      update: ['user.show-general'],
      remove: ['user.show-general'],
    },
    search: ['name', 'email'],
    sort: ['name', 'email', 'status', 'last_seen', 'created_at', 'updated_at'],
    features: ['search', 'audit'],
    menu: { group: 'administration', order: 10 },
  },
);
