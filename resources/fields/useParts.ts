import type { Field } from '#contract/fields.ts';
import type { ItemPart } from './view.ts';
import { viewOf } from './viewOf.ts';

/** The parts of a field's items. A hook per kind: callers set a `key`, so that another kind mounts another component. */
export const useParts = (field: Field): readonly ItemPart[] | null => viewOf(field).useParts(field);
