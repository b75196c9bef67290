import type { Translation } from '../messages.ts';
import type * as ru from '../ru/navigation.ts';

export const navigation: Translation<typeof ru.navigation> = {
  home: 'Home',
  nomenclature: 'Nomenclature',
  catalog: 'Model catalogue',
  categories: 'Categories',
  matrices: 'Matrices',
  import: 'Import',
  sending: 'Sending to cafes',
  synchronization: 'Synchronization',
  history: 'Change history',
  users: 'Users',
  roles: 'Roles',
  settings: 'Settings',
  attribute: 'Attributes',
  language: 'Languages',
  project: 'Projects',
  cafe: 'Cafes',
  reference: 'References',
};

export const denied: Translation<typeof ru.denied> = {
  home: 'You have no access to this section',
  nomenclature: 'You have no access to the section with nomenclature',
  catalog: 'You have no access to the section with the model catalogue',
  categories: 'You have no access to the section with categories',
  matrices: 'You have no access to the section with matrices',
  synchronization: 'You have no access to the section with synchronization',
  history: 'You have no access to the section with the change history',
  users: 'You have no access to the section with users',
  settings: 'You have no access to the section with settings',
};
