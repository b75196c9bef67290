import { catalog } from './catalog.tsx';
import { matrices } from './matrices.tsx';
import { nomenclature } from './nomenclature.tsx';
import { references } from './references.ts';
import { attribute } from './settings/attribute.tsx';
import { language } from './settings/language.tsx';
import { project } from './settings/project.ts';
import { reference } from './settings/reference.ts';

/** Every resource of the application. */
export const resources = [nomenclature, catalog, matrices, project, language, attribute, reference, ...references];
