import { catalog } from './catalog.tsx';
import { nomenclature } from './nomenclature.tsx';
import { references } from './references.ts';

/** Every resource of the application. */
export const resources = [nomenclature, catalog, ...references];
