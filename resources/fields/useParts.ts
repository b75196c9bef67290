import type { Field } from '#contract/fields.ts';
import type { Parts } from './view.ts';
import { viewOf } from './viewOf.ts';

/** The parts of a field's items. A hook per kind: callers set a `key`, so that another kind mounts another component. */
export const useParts = (field: Field): Parts => viewOf(field).useParts(field);
