import { catalog } from './catalog.tsx';
import { declareAll } from './engine/declareAll.ts';
import { matrices } from './matrices.tsx';
import { nomenclature } from './nomenclature.tsx';
import { references } from './references.ts';
import { roles } from './roles.tsx';
import { attribute } from './settings/attribute.tsx';
import { barcode } from './settings/barcode.tsx';
import { cafe } from './settings/cafe.tsx';
import { language } from './settings/language.tsx';
import { project } from './settings/project.ts';
import { reference } from './settings/reference.ts';
import { users } from './users.tsx';

export const resources = declareAll([
  nomenclature,
  catalog,
  matrices,
  users,
  roles,
  project,
  language,
  cafe,
  barcode,
  attribute,
  reference,
  ...references,
]);
