/**
 * All resources, each under the name that is its path below `/content`. The compiler reports missing texts, tables or
 * declarations for a new line.
 */
export { catalog } from './resources/catalog.ts';
export { matrices } from './resources/matrices.ts';
export { nomenclature } from './resources/nomenclature.ts';
export { roles } from './resources/roles.ts';
export { attribute as 'settings/attribute' } from './resources/settings/attribute.ts';
export { barcode as 'settings/barcode' } from './resources/settings/barcode.ts';
export { cafe as 'settings/cafe' } from './resources/settings/cafe.ts';
export { language as 'settings/language' } from './resources/settings/language.ts';
export { project as 'settings/project' } from './resources/settings/project.ts';
export { reference as 'settings/reference' } from './resources/settings/reference.ts';
export { users } from './resources/users.ts';
