import type { Field } from '#contract/fields.ts';
import { getKindView } from './getKindView.ts';
import type { Parts } from './view.ts';

/** The parts of a field's items. A hook per kind: callers set a `key`, so that another kind mounts another component. */
export const useFieldParts = (field: Field): Parts => getKindView(field).useParts(field);
